import { disconnect, newQr, startSession } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

const endpoints = { tryAgain: startSession, newQr, disconnect } as const
export type SessionAct = keyof typeof endpoints

/** Asks for something to happen to the session of a connection; what came of it arrives live. */
export function useSessionAct() {
  return useMutation({
    mutationFn: ({ act, id }: { act: SessionAct; id: ConnectionId }) =>
      call(endpoints[act], { params: { connectionId: id } }),
    onError: showError,
  })
}
