import type { UserId } from '@balcao/domain/ids'
import { reactionPoint } from '../../platform/reactions'

/** Sessions of a user have ended, whatever the cause. */
export const sessionsEnded = reactionPoint<{ userId: UserId }>('sessions ended')
