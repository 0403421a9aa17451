import { connectionUsage } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'

/** What uses a connection right now: counted anew for each request. */
export function useConnectionUsage(connectionId: ConnectionId) {
  return useQuery({
    queryKey: ['connection-usage', connectionId],
    queryFn: ({ signal }) => call(connectionUsage, { params: { connectionId } }, { signal }),
    gcTime: 0,
    staleTime: 0,
  })
}
