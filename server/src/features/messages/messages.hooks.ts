import type { MessageId } from '@balcao/domain/ids'
import type { Ack } from '@balcao/domain/messages'
import { hook } from '../../platform/hooks'

/** A message of ours was refused for good (`failure` is the code), or is tried again (null). Its row is locked. */
export const messageSettled = hook<{ messageId: MessageId; failure: string | null }>('message settled')

/**
 * WhatsApp told of messages of ours that no page sent (they have no client's id): 1 its server has them, 2 the phone, 3 they
 * were read. A message is told once for each rise. Their rows are locked.
 */
export const systemMessagesTicked = hook<{ messageIds: readonly MessageId[]; ack: Ack }>(
  'system messages ticked',
)
