import { getStorageUse } from '@balcao/contract/storage'
import { holds } from '@balcao/domain/permissions'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLive } from '../live'
import { useViewer } from '../session'

/** Files come and go all day; nobody is told of each. */
const againMs = 10 * 60_000

const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => call(getStorageUse, {}, { signal }),
  refetchInterval: againMs,
})

/** What the company's files take and may take; others than admins do not even ask. */
export function useStorageUse() {
  return useQuery({ ...storageQuery, enabled: holds(useViewer(), 'settings.manage') })
}

/** Asks again when a file found no room, and when the plan changed. Once per tab, in the shell. */
export function useStorageSubscription(): void {
  const queries = useQueryClient()
  const again = () => void queries.invalidateQueries({ queryKey: storageQuery.queryKey })
  useLive('storage', again)
  useLive('plan', again)
}
