import type { EndpointCallAnswer } from '@balcao/contract/client'
import { getPersonalDataExport, orderPersonalDataExport } from '@balcao/contract/personal-data'
import type { ContactId } from '@balcao/domain/ids'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

type Fetched = EndpointCallAnswer<typeof getPersonalDataExport>

const personalDataQuery = (contactId: ContactId) =>
  queryOptions({
    queryKey: ['personal-data', contactId],
    queryFn: ({ signal }): Promise<Fetched> =>
      call(getPersonalDataExport, { params: { contactId } }, { signal }),
    refetchOnMount: 'always',
  })

/** The export of a contact's personal data. Events lack the download links, so these are fetched. */
export function usePersonalDataExport(contactId: ContactId) {
  const queries = useQueryClient()
  const query = personalDataQuery(contactId)
  useLiveEvent('personalData', ({ contactId: changedId, state, total, done }) => {
    if (changedId !== contactId) return
    if (state !== 'running') void queries.invalidateQueries({ queryKey: query.queryKey })
    else queries.setQueryData(query.queryKey, (known) => withProgress(known, { total, done }))
  })
  return useQuery(query)
}

/** Updates the progress of the export. A late event does not lower it. */
function withProgress(known: Fetched | undefined, progress: { total: number; done: number }) {
  const copy = known?.export
  if (copy?.state !== 'running' || progress.done < copy.done) return known
  return { export: { ...copy, ...progress } }
}

export function useStartPersonalDataExport(contactId: ContactId) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(orderPersonalDataExport, { params: { contactId } }),
    onSuccess: (copy) => queries.setQueryData(personalDataQuery(contactId).queryKey, { export: copy }),
    onError: showError,
  })
}
