import type { ConnectionId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/**
 * A connection is about to be deleted. `successorId` is the company's default afterwards, null when it was the last.
 */
export const connectionLeaving = hook<{
  readonly connectionId: ConnectionId
  readonly successorId: ConnectionId | null
}>('connections.connectionLeaving')
