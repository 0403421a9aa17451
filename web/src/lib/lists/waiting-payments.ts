import { listPlatformInvoices } from '@balcao/contract/billing'
import { hasPermission } from '@balcao/domain/permissions'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'
import { useViewer } from '../session'

const waitingQuery = queryOptions({
  queryKey: ['waitingPayments'],
  queryFn: async ({ signal }): Promise<number> =>
    (await call(listPlatformInvoices, { query: { status: 'attention' } }, { signal })).count,
})

/** The number of payments that the owner of the platform must confirm; undefined for other users. */
export function useWaitingPaymentCount(): number | undefined {
  const queries = useQueryClient()
  const isOwner = hasPermission(useViewer(), 'payments.manage')
  useLiveEvent('waitingPayments', ({ count }) => {
    queries.setQueryData(waitingQuery.queryKey, count)
    void queries.invalidateQueries({ queryKey: ['invoices', 'platform'] })
  })
  return useQuery({ ...waitingQuery, enabled: isOwner }).data
}
