import type { ConnectionId, ContactId, MessageId, QueueId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../../platform/database/statement'
import { type TicketRow, ticketColumns } from '../tickets.queries'

/** After a merge, a contact may have two history tickets; messages are added to the older one. */
export const historyTicketOfContact = statement<{ contactId: ContactId }, TicketRow>(
  'tickets.historyOf',
  `
  select ${ticketColumns} from tickets t
  where t.contact_id = :contactId and t.is_history and t.status = 'closed'
  order by t.id
  limit 1
  for no key update
  `,
)

export const insertHistoryTicket = statement<
  {
    uuid: string
    contactId: ContactId
    connectionId: ConnectionId
    queueId: QueueId | null
    isGroup: boolean
    at: Date
  },
  TicketRow
>(
  'tickets.insertHistory',
  `
  insert into tickets as t
    (company_id, uuid, contact_id, connection_id, queue_id, status, is_group, is_history, created_at, last_at)
  values (current_company(), :uuid, :contactId, :connectionId, :queueId, 'closed', :isGroup, true, :at, :at)
  returning ${ticketColumns}
  `,
)

/** A history ticket's times are those of its first and last message, not of the import. */
export const saveHistoryTicketSummary = statement<{
  ticketId: TicketId
  lastMessageId: MessageId
  preview: string
  fromMe: boolean
  ack: number
  firstAt: Date
  lastAt: Date
}>(
  'tickets.saveHistoryTicketSummary',
  `
  update tickets
  set last_message_id = :lastMessageId, last_message = :preview, last_message_from_me = :fromMe,
    last_message_ack = :ack, created_at = :firstAt, last_at = :lastAt, version = version + 1
  where id = :ticketId
  `,
)
