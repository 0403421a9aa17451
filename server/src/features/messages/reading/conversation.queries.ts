import type { MessageId, TicketId, UserId } from '@balcao/domain/ids'
import { statement } from '../../../platform/database/statement'
import { priceJoinSql } from '../../message-prices/price-sql'
import type { MayReadTicketParams } from '../../tickets/may-read-sql'
import { mayReadTicketOrSharedHistorySql } from '../../tickets/shared-history-sql'
import type { MessagesJsonParts } from '../messages.view'
import { messagesJsonSql } from '../wire-message-sql'

/** SQL: the messages with the contact that the viewer may read. Admins may read all, without the subquery. */
const conversation = `
    select m.* from messages m
    where m.contact_id = (select o.contact_id from tickets o where o.id = :ticketId)
      and (:isAdmin or m.ticket_id in (
        select t.id from tickets t
        where t.contact_id = (select o.contact_id from tickets o where o.id = :ticketId) and ${mayReadTicketOrSharedHistorySql}))`

/** The newest messages first, over all tickets of the contact. Reads the index messages_of_contact backwards. */
export const conversationPage = statement<
  MayReadTicketParams & { ticketId: TicketId; limit: number; offset: number },
  MessagesJsonParts
>(
  'messages.conversationPage',
  messagesJsonSql(
    `${conversation}
    order by m.id desc
    limit :limit offset :offset`,
    'desc',
  ),
)

/** The messages older than the message `before`, newest first. */
export const conversationPageBefore = statement<
  MayReadTicketParams & { ticketId: TicketId; before: number; limit: number },
  MessagesJsonParts
>(
  'messages.conversationPageBefore',
  messagesJsonSql(
    `${conversation} and m.id < :before
    order by m.id desc
    limit :limit`,
    'desc',
  ),
)

/** The messages newer than the message `after`, oldest first. */
export const conversationPageAfter = statement<
  MayReadTicketParams & { ticketId: TicketId; after: number; limit: number },
  MessagesJsonParts
>(
  'messages.conversationPageAfter',
  messagesJsonSql(
    `${conversation} and m.id > :after
    order by m.id
    limit :limit`,
    'asc',
  ),
)

export interface MessageTimesRow {
  ticket_id: TicketId
  created_at: Date
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
  played_at: Date | null
  user_id: UserId | null
  user_name: string | null
  category: string | null
  is_billed: boolean | null
  /** The price of a billed message as a decimal text; null if the message is not billed or has no price. */
  amount: string | null
  currency: string | null
}

export const messageTimes = statement<{ messageId: MessageId }, MessageTimesRow>(
  'messages.times',
  `
  select m.ticket_id, m.created_at, m.sent_at, m.delivered_at, m.read_at, m.played_at, m.user_id, u.name as user_name,
    c.category, c.is_billed, case when c.is_billed then trim_scale(p.amount)::text end as amount,
    case when c.is_billed then p.currency end as currency
  from messages m
  left join message_charges c on c.company_id = m.company_id and c.message_id = m.id
  left join companies co on co.id = m.company_id
  ${priceJoinSql({ category: 'c.category', country: 'c.country', day: '(c.at at time zone co.time_zone)::date' })}
  left join users u on u.company_id = m.company_id and u.id = m.user_id
  where m.id = :messageId
  `,
)
