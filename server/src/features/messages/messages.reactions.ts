import type { MessageId } from '@balcao/domain/ids'
import { reactionPoint } from '../../platform/reactions'

/** A message of ours was refused for good (`failure` is the code), or is tried again (null). Its row is locked. */
export const messageSettled = reactionPoint<{ messageId: MessageId; failure: string | null }>(
  'message settled',
)
