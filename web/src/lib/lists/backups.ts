import { getBackupState } from '@balcao/contract/backups'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../call'
import { useMayCall } from '../session'

/** Backups are made once a day. */
const refetchMs = 60 * 60_000

const backupQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call(getBackupState, {}, { signal }),
  refetchInterval: refetchMs,
})

/** When the last backup of the installation was made; only the platform's owner fetches it. */
export function useBackupState() {
  return useQuery({ ...backupQuery, enabled: useMayCall(getBackupState) })
}
