import type { MessageId, TicketId } from '@balcao/domain/ids'
import type { TicketStatus } from '@balcao/domain/tickets'
import { type NoParams, statement } from '../../../platform/database/statement'
import { wireJoins, wireTicket } from '../wire-ticket-sql'
import type { ListParams } from './ticket-lists.queries'

interface FoundRow {
  id: TicketId
  /** JSON: the ticket, whose picture is not signed yet. */
  ticket: string
  /** The newest matching message; null when the contact's name or number matches. */
  message_id: MessageId | null
  body: string | null
}

/**
 * A page of the tickets that match the words, newest change first. A null status or number does not filter. The
 * function `search_tickets` selects and pages; this statement reads the selected rows under row security.
 */
export const ticketsFound = statement<
  ListParams & {
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
  select found.id, found.ticket::text as ticket, found.message_id, found.body
  from (
    select ${wireTicket}, t.id, m.id as message_id, m.body
    from search_tickets(
      :words, :digits,
      row(
        :isAdmin, :userId, :queueIds, :allTicket, :ownerId, :chosenQueueIds, :unreadOnly, :tagIds, :userIds,
        :createdFrom, :createdUntil, :updatedFrom, :updatedUntil, :status
      )::ticket_filter,
      :limit, :offset
    ) f
    join tickets t on t.id = f.ticket_id
    left join messages m on m.company_id = t.company_id and m.id = f.message_id ${wireJoins}
    order by t.last_at desc, t.id desc
  ) found
  `,
)

export const searchSample = statement<NoParams, { drawn_at: Date; size: number }>(
  'tickets.searchSample',
  `
  select s.drawn_at, s.size from search_samples s
  `,
)

/**
 * Draws a new sample: for each chance (0 to 1) a ticket, and one of its newest forty messages, so that a long
 * conversation does not dominate the sample.
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
