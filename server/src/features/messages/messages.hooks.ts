import type { MessageId } from '@balcao/domain/ids'
import type { Ack } from '@balcao/domain/messages'
import { hook } from '../../platform/hooks'

/**
 * A message of ours was permanently refused (`failure` is the code), or is retried (null). The row of the
 * message is locked.
 */
export const messageFailureChanged = hook<{ messageId: MessageId; failure: string | null }>(
  'message failure changed',
)

/**
 * Messages that the system sent, which have no client id, reached an ack: 1 WhatsApp's server, 2 the phone, 3
 * read. Runs once for all messages that reach the same ack together. Their rows are locked.
 */
export const systemMessagesAcknowledged = hook<{ messageIds: readonly MessageId[]; ack: Ack }>(
  'system messages acknowledged',
)
