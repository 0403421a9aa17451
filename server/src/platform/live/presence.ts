import type { UserId } from '@balcao/domain/ids'

/** Whether at least one socket of the user is connected (USER-15). */
export type IsUserOnline = (userId: UserId) => boolean
