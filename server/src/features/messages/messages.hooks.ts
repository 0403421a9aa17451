import type { MessageId } from '@balcao/domain/ids'
import type { Ack } from '@balcao/domain/messages'
import { hook } from '../../platform/hooks'

/** WhatsApp refused our message for good (`failure` is the code), or it is retried (null). Its row is locked. */
export const messageFailureChanged = hook<{ messageId: MessageId; failure: string | null }>(
  'message failure changed',
)

/**
 * Messages without a client id, such as those of campaigns and schedules, reached an ack: 1 WhatsApp's server, 2 the
 * phone, 3 read. Their rows are locked.
 */
export const systemMessagesAcknowledged = hook<{ messageIds: readonly MessageId[]; ack: Ack }>(
  'system messages acknowledged',
)
