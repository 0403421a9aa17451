import { pairingCode } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

export function usePairingCode(connectionId: ConnectionId) {
  return useMutation({
    mutationFn: (number: string) => call(pairingCode, { params: { connectionId }, body: { number } }),
    onError: showError,
  })
}
