import type { UserId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** Sessions of a user have ended, for any cause. */
export const sessionsEnded = hook<{ userId: UserId }>('sessions ended')
