import { type ConnectionView, createConnection, updateConnection } from '@balcao/contract/connections'
import type { ConnectionId, QueueId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { connectionsQuery, foldConnection } from '../../../lib/lists/connections'

export interface ConnectionValues {
  readonly name: string
  readonly isDefault: boolean
  readonly greetingMessage: string
  readonly queueIds: readonly QueueId[]
}

/** Creates, or changes the connection of `id`. */
export function useSaveConnection(id: ConnectionId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: ConnectionValues): Promise<ConnectionView> => {
      const body = { ...values, queueIds: [...values.queueIds] }
      return id === null
        ? call(createConnection, { body })
        : call(updateConnection, { params: { connectionId: id }, body })
    },
    onSuccess: (whatsapp) =>
      queries.setQueryData(
        connectionsQuery.queryKey,
        (list) => list && foldConnection(list, { action: 'update', whatsapp }),
      ),
  })
}
