import type { UserId } from '@balcao/domain/ids'

/** Whether at least one socket of the user is connected (USER-15). The `realtime` folder implements it. */
export type IsOnline = (userId: UserId) => boolean
