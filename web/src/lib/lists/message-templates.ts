import { listMessageTemplates, type TemplateList } from '@balcao/contract/message-templates'
import { reduceMessageTemplates } from '@balcao/contract/record-reducers'
import type { ConnectionId } from '@balcao/domain/ids'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'

export function messageTemplatesQuery(connectionId: ConnectionId | null) {
  return queryOptions({
    queryKey: ['message-templates', connectionId],
    queryFn:
      connectionId === null
        ? skipToken
        : ({ signal }): Promise<TemplateList> =>
            call(listMessageTemplates, { query: { connectionId } }, { signal }),
  })
}

/** The templates of a connection, live while mounted; null fetches nothing. */
export function useMessageTemplates(connectionId: ConnectionId | null) {
  const queries = useQueryClient()
  const query = messageTemplatesQuery(connectionId)
  useLiveEvent('messageTemplate', (event) => {
    if (connectionId === null) return
    queries.setQueryData(
      query.queryKey,
      (list) => list && { ...list, templates: reduceMessageTemplates(list.templates, event, connectionId) },
    )
  })
  return useQuery(query)
}
