import type { UserId } from '@balcao/domain/ids'

/** True while at least one socket of the user is seated (USER-15). The realtime room fulfils it. */
export type IsOnline = (userId: UserId) => boolean
