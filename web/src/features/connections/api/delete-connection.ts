import { deleteConnection } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { connectionsQuery } from '../../../lib/lists/connections'
import { showError } from '../../../ui/toasts'

export function useDeleteConnection() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (connectionId: ConnectionId) => call(deleteConnection, { params: { connectionId } }),
    // Another connection may have become the default, so the list is refetched.
    onSuccess: () => queries.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
    onError: showError,
  })
}
