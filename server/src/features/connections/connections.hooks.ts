import type { ConnectionId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/**
 * A connection is about to be deleted. `successorId` is the company's default connection afterwards; null
 * when this was the last connection.
 */
export const connectionDeleting = hook<{
  readonly connectionId: ConnectionId
  readonly successorId: ConnectionId | null
}>('connection deleting')
