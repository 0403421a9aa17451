import { makeConnectionToken, revokeConnectionToken } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

/** Makes a token. Only this answer contains it; the list gets its last characters by an event. */
export function useMakeToken(connectionId: ConnectionId) {
  return useMutation({
    mutationFn: () => call(makeConnectionToken, { params: { connectionId } }),
    onError: showError,
  })
}

export function useRevokeToken(connectionId: ConnectionId) {
  return useMutation({
    mutationFn: () => call(revokeConnectionToken, { params: { connectionId } }),
    onError: showError,
  })
}
