import type { MoveInSkipReason } from '@balcao/domain/move-ins'

/** Why a row of the source was not imported, or was imported with changes only. */
export type MovedRowSkipReason = MoveInSkipReason

/** Reasons that may have passed by a later run. That run tries the rows again. */
export const retriedSkipReasons = [
  'file-missing',
  'contact-missing',
  'ticket-missing',
  'message-missing',
  'list-missing',
  'campaign-missing',
  'chat-missing',
  'members-missing',
  'email-taken',
  'email-missing',
  'left-out',
  'user-missing',
] as const satisfies readonly MovedRowSkipReason[]
