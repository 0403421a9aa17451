import {
  createConnection,
  createConnectionToken,
  createPairingCode,
  deleteConnection,
  getConnectionUsage,
  logOutConnection,
  requestNewQr,
  retryConnection,
  revokeConnectionToken,
  stopConnection,
  updateConnection,
} from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { connectionsQuery, reduceConnections } from '../../../lib/lists/connections'
import { showError } from '../../../ui/toasts'
import type { ConnectionFormValues } from '../connection-form'

/** Creates an API token. Only the answer of this call has the whole token; lists show its last characters. */
export const useCreateConnectionToken = (connectionId: ConnectionId) =>
  useConnectionMutation(() => call(createConnectionToken, { params: { connectionId } }))

export const useRevokeConnectionToken = (connectionId: ConnectionId) =>
  useConnectionMutation(() => call(revokeConnectionToken, { params: { connectionId } }))

export const useRequestPairingCode = (connectionId: ConnectionId) =>
  useConnectionMutation((number: string) =>
    call(createPairingCode, { params: { connectionId }, body: { number } }),
  )

/** A mutation that reports its failure as a toast. */
function useConnectionMutation<Answer, Input = void>(mutationFn: (input: Input) => Promise<Answer>) {
  return useMutation({ mutationFn, onError: showError })
}

export function useConnectionUsage(connectionId: ConnectionId) {
  return useQuery({
    queryKey: ['connection-usage', connectionId],
    queryFn: ({ signal }) => call(getConnectionUsage, { params: { connectionId } }, { signal }),
    gcTime: 0,
    staleTime: 0,
  })
}

export function useDeleteConnection() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (connectionId: ConnectionId) => call(deleteConnection, { params: { connectionId } }),
    // Another connection may have become the default, so the list is refetched.
    onSuccess: () => queries.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
    onError: showError,
  })
}

/** Creates a connection with all fields, or sends the changed fields of the connection `id`. */
export function useSaveConnection(id: ConnectionId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ form, change }: { form: ConnectionFormValues; change: Partial<ConnectionFormValues> }) =>
      id === null
        ? call(createConnection, { body: form })
        : call(updateConnection, { params: { connectionId: id }, body: change }),
    onSuccess: (whatsapp) =>
      queries.setQueryData(
        connectionsQuery.queryKey,
        (list) => list && reduceConnections(list, { action: 'update', whatsapp }),
      ),
  })
}

const endpoints = {
  tryAgain: retryConnection,
  newQr: requestNewQr,
  pause: stopConnection,
  disconnect: logOutConnection,
} as const
export type ConnectionLinkAction = keyof typeof endpoints

/** Starts an action on the link of a connection, such as a new QR; live events report the result. */
export const useRequestConnectionLinkAction = () =>
  useConnectionMutation(({ act, id }: { act: ConnectionLinkAction; id: ConnectionId }) =>
    call(endpoints[act], { params: { connectionId: id } }),
  )

/** Changes whether the phone's history is imported, with a new QR: WhatsApp needs this choice before the scan. */
export function useRequestQrWithHistoryOption(id: ConnectionId) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (bringHistory: boolean) =>
      call(retryConnection, { params: { connectionId: id }, body: { bringHistory } }),
    // The mutation stays pending during the refetch: otherwise the switch shows the old value for a moment.
    onSuccess: () => queries.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
    onError: showError,
  })
}
