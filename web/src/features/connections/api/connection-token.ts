import { makeConnectionToken, revokeConnectionToken } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

/** The answer is the one time that the token is known. What the list shows of it comes live. */
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
