import { getBackupState } from '@balcao/contract/backups'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../call'

/** The refetch interval in milliseconds; backups are made once a day. */
const refetchMs = 60 * 60_000

const backupQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call(getBackupState, {}, { signal }),
  refetchInterval: refetchMs,
})

/** The time and state of the installation's last backup, for the platform's owner. */
export function useBackupState() {
  return useQuery(backupQuery)
}
