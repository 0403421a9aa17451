import type { QueueId, UserId } from '@balcao/domain/ids'
import { reactionPoint } from '../../platform/reactions'

/** A queue is about to be deleted; `moveTo` takes its live tickets, null: they wait without a queue. */
export const queueLeaving = reactionPoint<{ queueId: QueueId; moveTo: QueueId | null }>('queue leaving')

/** A queue is gone, and these users lost it. */
export const queueGone = reactionPoint<{ queueId: QueueId; userIds: readonly UserId[] }>('queue gone')
