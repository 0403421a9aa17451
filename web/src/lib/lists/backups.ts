import { getBackupState } from '@balcao/contract/backups'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../call'

/** Backups are made once a day. */
const refetchMs = 60 * 60_000

const backupQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call(getBackupState, {}, { signal }),
  refetchInterval: refetchMs,
})

/** When the last backup of the installation was made, for the platform's owner. */
export function useBackupState() {
  return useQuery(backupQuery)
}
