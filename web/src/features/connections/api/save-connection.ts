import { type ConnectionView, createConnection, updateConnection } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { connectionsQuery, reduceConnection } from '../../../lib/lists/connections'
import type { ConnectionValues } from '../connection-form'

interface ConnectionToSave {
  readonly form: ConnectionValues
  readonly change: Partial<ConnectionValues>
}

/** Creates a connection with all fields, or sends the changed fields of the connection `id`. */
export function useSaveConnection(id: ConnectionId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ form, change }: ConnectionToSave): Promise<ConnectionView> =>
      id === null
        ? call(createConnection, { body: form })
        : call(updateConnection, { params: { connectionId: id }, body: change }),
    onSuccess: (whatsapp) =>
      queries.setQueryData(
        connectionsQuery.queryKey,
        (list) => list && reduceConnection(list, { action: 'update', whatsapp }),
      ),
  })
}
