import type { ConnectionId, ContactId, MessageId, QueueId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import { type TicketRow, ticketColumns } from './tickets.queries'

/** After a merge of two contacts there may be two; the older goes on. */
export const historyTicketOf = statement<[contactId: ContactId], TicketRow>(
  'tickets.historyOf',
  `
  select ${ticketColumns} from tickets t
  where t.contact_id = $1 and t.is_history and t.status = 'closed'
  order by t.id
  limit 1
  for no key update
  `,
)

export const insertHistoryTicket = statement<
  [
    uuid: string,
    contactId: ContactId,
    connectionId: ConnectionId,
    queueId: QueueId | null,
    isGroup: boolean,
    at: Date,
  ],
  TicketRow
>(
  'tickets.insertHistory',
  `
  insert into tickets as t
    (company_id, uuid, contact_id, connection_id, queue_id, status, is_group, is_history, created_at, last_at)
  values (current_company(), $1, $2, $3, $4, 'closed', $5, true, $6, $6)
  returning ${ticketColumns}
  `,
)

/** It begins with its first message and ends with its last, whenever they were brought in. */
export const saveHistoryStanding = statement<
  [
    ticketId: TicketId,
    lastMessageId: MessageId,
    preview: string,
    fromMe: boolean,
    ack: number,
    firstAt: Date,
    lastAt: Date,
  ]
>(
  'tickets.saveHistoryStanding',
  `
  update tickets
  set last_message_id = $2, last_message = $3, last_message_from_me = $4, last_message_ack = $5, created_at = $6,
    last_at = $7, version = version + 1
  where id = $1
  `,
)
