import { getStorageUse } from '@balcao/contract/storage'
import { hasPermission } from '@balcao/domain/permissions'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'
import { useViewer } from '../session'
import { minuteMs } from '../timers'

const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => call(getStorageUse, {}, { signal }),
  refetchInterval: 10 * minuteMs, // files change all day, without an event for each
})

/** The used and the allowed storage of the company; only admins fetch it. */
export function useStorageUsage() {
  return useQuery({ ...storageQuery, enabled: hasPermission(useViewer(), 'settings.manage') })
}

/** Refetches when a file was refused for lack of storage, or the plan changed. Mount once per tab. */
export function useStorageSubscription(): void {
  const queries = useQueryClient()
  const again = () => void queries.invalidateQueries({ queryKey: storageQuery.queryKey })
  useLiveEvent('storage', again)
  useLiveEvent('plan', again)
}
