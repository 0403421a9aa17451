import type { UserId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

export const sessionsEnded = hook<{ userId: UserId }>('sessions ended')
