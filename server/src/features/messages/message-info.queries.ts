import type { MessageId, TicketId, UserId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface MessageTimesRow {
  ticket_id: TicketId
  created_at: Date
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
  played_at: Date | null
  user_id: UserId | null
  user_name: string | null
}

export const messageTimes = statement<{ messageId: MessageId }, MessageTimesRow>(
  'messages.times',
  `
  select m.ticket_id, m.created_at, m.sent_at, m.delivered_at, m.read_at, m.played_at, m.user_id, u.name as user_name
  from messages m
  left join users u on u.company_id = m.company_id and u.id = m.user_id
  where m.id = :messageId
  `,
)
