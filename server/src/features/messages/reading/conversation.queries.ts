import type { MessageId, TicketId, UserId } from '@balcao/domain/ids'
import { statement } from '../../../platform/database/statement'
import type { MayReadParams } from '../../tickets/may-read-sql'
import { mayReadOfContact } from '../../tickets/shared-history-sql'
import type { WrittenMessageRow } from '../messages.view'
import { wireMessage } from '../wire-message-sql'

// The tickets of one contact that the viewer may read; `ticketId` is one of them.
const conversation = `
    select m.* from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.contact_id = (select o.contact_id from tickets o where o.id = :ticketId) and ${mayReadOfContact}`

const written = (part: string, order: 'desc' | 'asc') => `
  select page.message::text as message, page.needs_links
  from (
    select ${wireMessage}, m.media is not null or m.quoted_id is not null as needs_links
    from (${part}) m
    order by m.id ${order}
  ) page`

/**
 * The conversation with a ticket's contact over all tickets that the viewer may read, newest first. `limit` is the
 * limit, `offset` the offset. Uses the index messages_of_contact, read backwards.
 */
export const conversationPage = statement<
  MayReadParams & { ticketId: TicketId; limit: number; offset: number },
  WrittenMessageRow
>(
  'messages.conversationPage',
  written(
    `${conversation}
    order by m.id desc
    limit :limit offset :offset`,
    'desc',
  ),
)

/** The messages before the message `before`, newest first. `limit` is the limit. */
export const conversationBefore = statement<
  MayReadParams & { ticketId: TicketId; before: number; limit: number },
  WrittenMessageRow
>(
  'messages.conversationBefore',
  written(
    `${conversation} and m.id < :before
    order by m.id desc
    limit :limit`,
    'desc',
  ),
)

/** The messages after the message `after`, oldest first. `limit` is the limit. */
export const conversationAfter = statement<
  MayReadParams & { ticketId: TicketId; after: number; limit: number },
  WrittenMessageRow
>(
  'messages.conversationAfter',
  written(
    `${conversation} and m.id > :after
    order by m.id
    limit :limit`,
    'asc',
  ),
)

interface MessageTimesRow {
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
