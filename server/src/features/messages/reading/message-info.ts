import type { messageInfo as call } from '@balcao/contract/messages'
import type { MessageId } from '@balcao/domain/ids'
import type { z } from 'zod'
import { refuse } from '../../../platform/refusal'
import type { PersonWork } from '../../../platform/work'
import { ticketToView } from '../../tickets/tickets.access'
import { messageTimes } from './conversation.queries'

type MessageInfo = z.output<typeof call.answer>

/** Returns when a message was sent, delivered, read and played, for users who may read its ticket. */
export async function messageInfo(work: PersonWork, messageId: MessageId): Promise<MessageInfo> {
  const row = await work.db.row(messageTimes, { messageId })
  if (row === null) throw refuse('ERR_NO_MESSAGE_FOUND')
  const { is_group: isGroup } = await ticketToView(work, row.ticket_id)
  return {
    messageId,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    playedAt: row.played_at?.toISOString() ?? null,
    sentBy: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    isGroup,
  }
}
