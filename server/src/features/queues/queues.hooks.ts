import type { QueueId, UserId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** A queue is about to be deleted. Its live tickets move to the queue `moveTo` or, if null, wait without a queue. */
export const queueDeleting = hook<{ queueId: QueueId; moveTo: QueueId | null }>('queue deleting')

/** A queue was deleted, so these users are no longer in it. */
export const queueRemovedFromUsers = hook<{ queueId: QueueId; userIds: readonly UserId[] }>(
  'queue removed from users',
)
