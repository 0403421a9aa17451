import type { ConnectionId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** `successorId` is the company's default connection after the deletion; null when this was the last connection. */
export const connectionDeleting = hook<{
  readonly connectionId: ConnectionId
  readonly successorId: ConnectionId | null
}>('connection deleting')
