import {
  listMessageTemplates,
  type MessageTemplateView,
  type TemplateList,
} from '@balcao/contract/message-templates'
import { reduceMessageTemplate } from '@balcao/contract/record-reducers'
import type { ConnectionId } from '@balcao/domain/ids'
import { noValues, partsOf, slotsOf, type TemplateValues } from '@balcao/domain/message-templates'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLive } from '../live'

export function templatesQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: ['message-templates', connectionId],
    queryFn: ({ signal }): Promise<TemplateList> =>
      call(listMessageTemplates, { query: { connectionId } }, { signal }),
  })
}

const noConnection = 0 as ConnectionId // no query is sent for it

/** The templates of a connection, live while shown. Null: nothing is asked for. */
export function useMessageTemplates(connectionId: ConnectionId | null) {
  const queries = useQueryClient()
  const query = templatesQuery(connectionId ?? noConnection)
  useLive('messageTemplate', (event) =>
    queries.setQueryData(
      query.queryKey,
      (list) =>
        list && {
          ...list,
          templates: reduceMessageTemplate(list.templates, event, connectionId ?? noConnection),
        },
    ),
  )
  return useQuery({ ...query, enabled: connectionId !== null })
}

/** The contact's name where a variable asks for it: by its name, or as the first one of the text. */
export function firstValues(
  { components, isNamed }: MessageTemplateView,
  contactName: string,
): TemplateValues {
  const inBody = slotsOf(partsOf(components)).filter(({ part }) => part === 'body')
  const isName = (key: string) => /^(nome|name|nombre|cliente|customer|first_?name|primeiro_?nome)/.test(key)
  const slot = isNamed ? inBody.find(({ key }) => isName(key)) : inBody[0]
  return slot === undefined ? noValues : { ...noValues, body: { [slot.key]: contactName } }
}
