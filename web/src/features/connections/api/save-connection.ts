import { type ConnectionView, createConnection, updateConnection } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { connectionsQuery, foldConnection } from '../../../lib/lists/connections'
import type { ConnectionValues } from '../connection-form'

/** Creates, or changes the connection of `id`. */
export function useSaveConnection(id: ConnectionId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ConnectionValues): Promise<ConnectionView> =>
      id === null
        ? call(createConnection, { body })
        : call(updateConnection, { params: { connectionId: id }, body }),
    onSuccess: (whatsapp) =>
      queries.setQueryData(
        connectionsQuery.queryKey,
        (list) => list && foldConnection(list, { action: 'update', whatsapp }),
      ),
  })
}
