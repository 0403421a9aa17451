import type { MessageId, TicketId } from '@balcao/domain/ids'
import type { TicketStatus } from '@balcao/domain/tickets'
import { type NoParams, statement } from '../../../platform/database/statement'
import { type TicketsPageJson, ticketsPageSql } from '../wire-ticket-sql'
import type { TicketListParams } from './ticket-lists.queries'

type FoundRow = TicketsPageJson & {
  hasMore: boolean
  /** The newest matching message of each ticket that was not found by its contact's name or number. */
  messages: { ticketId: TicketId; messageId: MessageId; body: string }[]
}

/** The function `search_tickets` finds a page of ids; this statement reads the rows. A null does not filter. */
export const searchTicketsPage = statement<
  TicketListParams & {
    status: TicketStatus | null
    words: string
    digits: string | null
    limit: number
    offset: number
  },
  FoundRow
>(
  'tickets.found',
  `
  with found as materialized (
    select f.*
    from search_tickets(
      :words, :digits,
      row(
        :isAdmin, :userId, :queueIds, :allTicket, :ownerId, :chosenQueueIds, :unreadOnly, :tagIds, :userIds,
        :createdFrom, :createdUntil, :updatedFrom, :updatedUntil, :status
      )::ticket_filter,
      :limit::int + 1, :offset
    ) with ordinality as f (ticket_id, message_id, place)
  )
  select written.*, exists (select from found f where f.place > :limit) as "hasMore", (
      select coalesce(json_agg(message), '[]') from (
        select f.ticket_id as "ticketId", m.id as "messageId", m.body
        from found f join messages m on m.id = f.message_id
        where f.place <= :limit
        order by f.place
      ) message
    ) as messages
  from (${ticketsPageSql('select f.ticket_id as id from found f where f.place <= :limit')}) written
  `,
)

export const currentSearchSample = statement<NoParams, { drawn_at: Date; size: number }>(
  'tickets.currentSearchSample',
  `select s.drawn_at, s.size from search_samples s`,
)

/**
 * Draws a random message for each number in `chances` (0 to 1). The number selects a ticket, and one of its newest
 * forty messages, so that long conversations do not dominate.
 */
export const drawSearchSample = statement<{ chances: readonly number[]; at: Date }>(
  'tickets.drawSearchSample',
  `
  with span as (select min(id) as low, max(id) as high from tickets),
  drawn as (
    select p.chance, t.id
    from unnest(:chances::float8[]) as p (chance)
    cross join span
    cross join lateral (
      select t.id from tickets t where t.id >= span.low + floor(p.chance * (span.high - span.low + 1))::int
      order by t.id limit 1
    ) t
  )
  insert into search_samples as s (company_id, words, size, messages, drawn_at)
  select current_company(), string_agg(left(m.body_plain, 300), chr(10)), count(*),
    coalesce(avg(newest.count) * (select sum(tickets) from ticket_counter_deltas), 0), :at
  from drawn d
  cross join lateral (
    select count(*) from (select from messages o where o.ticket_id = d.id limit 40) newest
  ) newest
  cross join lateral (
    select m.body_plain from messages m
    where m.ticket_id = d.id
    order by m.id desc
    limit 1
    offset floor((d.chance * 1000000)::numeric % 1 * newest.count)::int
  ) m
  on conflict (company_id) do update set words = excluded.words, size = excluded.size,
    messages = excluded.messages, drawn_at = excluded.drawn_at
  `,
)
