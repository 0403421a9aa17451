import type { AnswerTo } from '@balcao/contract/client'
import { getPersonalData, orderPersonalData } from '@balcao/contract/personal-data'
import type { ContactId } from '@balcao/domain/ids'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLive } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

type Fetched = AnswerTo<typeof getPersonalData>

const personalDataQuery = (contactId: ContactId) =>
  queryOptions({
    queryKey: ['personal-data', contactId],
    queryFn: ({ signal }): Promise<Fetched> => call(getPersonalData, { params: { contactId } }, { signal }),
    refetchOnMount: 'always',
  })

/** The copy of a person's data, or how far it is. Links are fetched: events carry none. */
export function usePersonalData(contactId: ContactId) {
  const queries = useQueryClient()
  const query = personalDataQuery(contactId)
  useLive('personalData', ({ contactId: told, state, total, done }) => {
    if (told !== contactId) return
    if (state !== 'running') void queries.invalidateQueries({ queryKey: query.queryKey })
    else queries.setQueryData(query.queryKey, (known) => withProgress(known, { total, done }))
  })
  return useQuery(query)
}

/** Progress never goes back, in whatever order it is heard. */
function withProgress(known: Fetched | undefined, told: { total: number; done: number }) {
  const copy = known?.export
  if (copy?.state !== 'running' || told.done < copy.done) return known
  return { export: { ...copy, ...told } }
}

export function useOrderPersonalData(contactId: ContactId) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(orderPersonalData, { params: { contactId } }),
    onSuccess: (copy) => queries.setQueryData(personalDataQuery(contactId).queryKey, { export: copy }),
    onError: showError,
  })
}
