import { disconnect, newQr, startSession, stopSession } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { connectionsQuery } from '../../../lib/lists/connections'
import { showError } from '../../../ui/toasts'

const endpoints = { tryAgain: startSession, newQr, pause: stopSession, disconnect } as const
export type SessionAct = keyof typeof endpoints

/** Requests an act on a connection's link; the result arrives live. */
export function useSessionAct() {
  return useMutation({
    mutationFn: ({ act, id }: { act: SessionAct; id: ConnectionId }) =>
      call(endpoints[act], { params: { connectionId: id } }),
    onError: showError,
  })
}

/** Requests a new QR whose linking brings the phone's history, or does not: WhatsApp fixes that before the scan. */
export function useBringHistory(id: ConnectionId) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (bringHistory: boolean) =>
      call(startSession, { params: { connectionId: id }, body: { bringHistory } }),
    // Pending until the list is refetched: otherwise the switch would jump back for a moment.
    onSuccess: () => queries.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
    onError: showError,
  })
}
