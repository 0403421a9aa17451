import type { MoveInSkipReason } from '@balcao/domain/move-ins'

/** Why a row of the source was not imported, or was imported with changes only. */
export type MovedRowSkipReason = MoveInSkipReason

/** Reasons that a later run may find resolved. That run tries the skipped rows again. */
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
