import type { ConnectionId, ContactId, QueueId, TagId, TicketId, UserId } from '@balcao/domain/ids'
import { type LiveTicketStatus, liveTicketStatuses, type TicketStatus } from '@balcao/domain/tickets'
import { type NoParams, sqlTextList, statement } from '../../../platform/database/statement'
import { type MayReadTicketParams, mayReadTicketSql } from '../may-read-sql'
import { mayReadTicketOrSharedHistorySql } from '../shared-history-sql'
import { type TicketViewRow, ticketViewColumns } from '../tickets.queries'
import { type TicketsPageJson, ticketsPageSql, ticketViewJoins } from '../wire-ticket-sql'

/** The filters whose columns the index tickets_list and the counter deltas contain. */
export type IndexedTicketFilterParams = MayReadTicketParams & {
  /** The owner whose tickets are listed (the assigned sub-tab); null: all owners. */
  ownerId: UserId | null
  chosenQueueIds: readonly QueueId[] | null
  /** The owners whose tickets are listed; empty: all owners. */
  userIds: readonly UserId[]
}

export type TicketListParams = IndexedTicketFilterParams & {
  unreadOnly: boolean
  /** Tickets with all of these tags; empty: no filter. */
  tagIds: readonly TagId[]
  createdFrom: Date | null
  createdUntil: Date | null
  updatedFrom: Date | null
  updatedUntil: Date | null
}

const chosenQueue =
  '(:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)'

const placeFilter = `
  ${mayReadTicketSql}
  and (:ownerId::int is null or t.user_id = :ownerId)
  and ${chosenQueue}
  and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))`

const listFilter = `${placeFilter}
  and (not :unreadOnly::boolean or t.unread > 0)
  and (cardinality(:tagIds::int[]) = 0 or cardinality(:tagIds) = (
    select count(*) from ticket_tags tt
    where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (:tagIds)))
  and (:createdFrom::timestamptz is null or (t.created_at >= :createdFrom and t.created_at < :createdUntil))
  and (:updatedFrom::timestamptz is null or (t.last_at >= :updatedFrom and t.last_at < :updatedUntil))`

const pageWhere = (condition: string) =>
  ticketsPageSql(`
      select t.id from tickets t
      where ${condition}
      order by t.last_at desc, t.id desc
      limit :limit offset :offset
    `)

/** The index tickets_list alone serves this page, read backwards: a late page costs little more than the first. */
export const ticketsOfStatus = statement<
  IndexedTicketFilterParams & { status: TicketStatus; limit: number; offset: number },
  TicketsPageJson
>('tickets.ofStatus', pageWhere(`t.status = :status and ${placeFilter}`))

/**
 * One page of closed tickets. The counts per day give the day on which the page begins (`start`), so that a late page
 * skips only tickets of that day.
 */
export const closedTickets = statement<
  MayReadTicketParams & { chosenQueueIds: readonly QueueId[] | null; limit: number; offset: number },
  TicketsPageJson
>(
  'tickets.closed',
  `
  with start as materialized (
    select (d.day + 1)::timestamp at time zone 'UTC' as until, :offset - d.later as skipped
    from (
      select of_day.day, of_day.tickets, sum(of_day.tickets) over (order by of_day.day desc) - of_day.tickets as later
      from (
        select t.day, sum(t.tickets)::int as tickets
        from (select 'closed' as status, null::int as user_id, c.* from closed_ticket_deltas c) t
        where ${mayReadTicketSql} and ${chosenQueue}
        group by t.day
        having sum(t.tickets) > 0
        order by t.day desc
        limit :offset + 1
      ) of_day
    ) d
    where d.later + d.tickets > :offset
    order by d.day desc
    limit 1
  )
  ${ticketsPageSql(`
      select t.id from tickets t
      where t.status = 'closed' and ${mayReadTicketSql} and ${chosenQueue} and t.last_at < (select s.until from start s)
      order by t.last_at desc, t.id desc
      limit :limit offset (select s.skipped from start s)
    `)}
  `,
)

/** The number of all tickets of the list. `singles`: deltas that are not compacted into sums yet. */
export const countTicketsOfStatus = statement<
  IndexedTicketFilterParams & { status: TicketStatus },
  { count: number; singles: number }
>(
  'tickets.countOfStatus',
  `
  select coalesce(sum(t.tickets), 0)::int as count, count(*) filter (where not t.is_compacted) as singles
  from ticket_counter_deltas t where t.status = :status and ${placeFilter}
  `,
)

/** One page of a status, for filters by columns that the counter deltas do not have. */
export const filteredTicketsOfStatus = statement<
  TicketListParams & { status: TicketStatus; limit: number; offset: number },
  TicketsPageJson
>('tickets.filteredOfStatus', pageWhere(`t.status = :status and ${listFilter}`))

export const countFilteredTicketsOfStatus = statement<
  TicketListParams & { status: TicketStatus },
  { count: number }
>(
  'tickets.countFilteredOfStatus',
  `select count(*) as count from tickets t where t.status = :status and ${listFilter}`,
)

/** One page of tickets of all statuses, for a search without a text. */
export const ticketsOfAnyStatus = statement<
  TicketListParams & { limit: number; offset: number },
  TicketsPageJson
>('tickets.ofAnyStatus', pageWhere(listFilter))

export const countTicketsOfAnyStatus = statement<TicketListParams, { count: number }>(
  'tickets.countOfAnyStatus',
  `select count(*) as count from tickets t where ${listFilter}`,
)

/** Locks the ticket that waits longest for a person, without tickets that another call has locked or a menu answers. */
export const lockLongestWaitingTicket = statement<MayReadTicketParams, { id: TicketId }>(
  'tickets.lockLongestWaitingTicket',
  `
  select t.id from tickets t
  where t.status = 'pending' and not t.chatbot and ${mayReadTicketSql}
  order by coalesce(t.waiting_since, t.last_at), t.id
  limit 1
  for update of t skip locked
  `,
)

/** Counts live tickets by status, open ones only of `ownerId` (null: all users). A status without any has no row. */
export const countLiveTicketsByStatus = statement<
  MayReadTicketParams & { ownerId: UserId | null; chosenQueueIds: readonly QueueId[] | null },
  { status: LiveTicketStatus; tickets: number; unqueued: number; unread: number; singles: number }
>(
  'tickets.counts',
  `
  select
    t.status,
    sum(t.tickets)::int as tickets,
    coalesce(sum(t.tickets) filter (where t.queue_id is null), 0)::int as unqueued,
    coalesce(sum(t.tickets) filter (where t.is_unread), 0)::int as unread,
    count(*) filter (where not t.is_compacted) as singles
  from ticket_counter_deltas t
  where t.status in (${sqlTextList(liveTicketStatuses)})
    and ${mayReadTicketSql}
    and (t.status = 'pending' or :ownerId::int is null or t.user_id = :ownerId)
    and ${chosenQueue}
  group by t.status
  `,
)

/** Since when the company's longest waiting customer waits for a person. Reads each pending ticket once. */
export const longestWaitOfCompany = statement<NoParams, { since: Date | null }>(
  'tickets.oldestWait',
  `select min(coalesce(t.waiting_since, t.last_at)) as since from tickets t where t.status = 'pending' and not t.chatbot`,
)

/** Pending and open tickets by queue and owner. Reads their counter deltas, never the tickets. */
export const countLiveTicketsByQueueAndUser = statement<
  NoParams,
  { status: 'pending' | 'open'; queue_id: QueueId | null; user_id: UserId | null; tickets: number }
>(
  'tickets.liveByPlace',
  `
  select t.status, t.queue_id, t.user_id, sum(t.tickets)::int as tickets
  from ticket_counter_deltas t
  where t.status in ('pending', 'open')
  group by t.status, t.queue_id, t.user_id
  having sum(t.tickets) > 0
  `,
)

/**
 * Totals of the live tickets, summed from counter deltas. `attending`: users with an open ticket. `singles`: deltas
 * that are not compacted into sums yet.
 */
export const liveTicketTotals = statement<
  NoParams,
  { pending: number; open: number; attending: number; singles: number }
>(
  'tickets.liveTicketCondition',
  `
  select coalesce(sum(of_user.pending), 0)::int as pending, coalesce(sum(of_user.open), 0)::int as open,
    count(*) filter (where of_user.user_id is not null and of_user.open > 0) as attending,
    coalesce(sum(of_user.singles), 0)::int as singles
  from (
    select t.user_id, sum(t.tickets) filter (where t.status = 'pending') as pending,
      sum(t.tickets) filter (where t.status = 'open') as open, count(*) filter (where not t.is_compacted) as singles
    from ticket_counter_deltas t
    where t.status in ('pending', 'open')
    group by t.user_id
  ) of_user
  `,
)

/** Replaces deltas by sums. Concurrent runs do no harm: each sums only the rows that it deleted. */
export const compactTicketCounterDeltas = statement<NoParams>(
  'tickets.compactDeltas',
  `
  with gone as (
    delete from ticket_counter_deltas returning company_id, status, queue_id, user_id, is_unread, tickets
  )
  insert into ticket_counter_deltas (company_id, status, queue_id, user_id, is_unread, tickets, is_compacted)
  select company_id, status, queue_id, user_id, is_unread, sum(tickets), true
  from gone
  group by company_id, status, queue_id, user_id, is_unread
  having sum(tickets) <> 0
  `,
)

/** Compacts `closed_ticket_deltas`: one sum for each queue and day that has new ones. */
export const compactClosedTicketDeltas = statement<NoParams>(
  'tickets.compactClosedTicketDeltas',
  `
  with gone as (
    delete from closed_ticket_deltas
    where day in (select t.day from closed_ticket_deltas t where not t.is_compacted)
    returning company_id, day, queue_id, tickets
  )
  insert into closed_ticket_deltas (company_id, day, queue_id, tickets, is_compacted)
  select company_id, day, queue_id, sum(tickets), true
  from gone
  group by company_id, day, queue_id
  having sum(tickets) <> 0
  `,
)

/** The connections of this user's open tickets. Reads those tickets by the index tickets_list. */
export const connectionsOfOpenTickets = statement<{ userId: UserId }, { connection_id: ConnectionId }>(
  'tickets.connectionsOfOpen',
  `
  select distinct t.connection_id
  from tickets t
  where t.status = 'open' and t.user_id = :userId and t.connection_id is not null
  `,
)

/** The tickets of one contact except `butFor`, by the index tickets_of_contact. */
export const otherTicketsOfContact = statement<
  MayReadTicketParams & { contactId: ContactId; butFor: TicketId | null; limit: number; offset: number },
  TicketViewRow
>(
  'tickets.othersOfContact',
  `
  select ${ticketViewColumns}
  from (
    select t.* from tickets t
    where t.contact_id = :contactId and t.id is distinct from :butFor::integer and ${mayReadTicketOrSharedHistorySql}
    order by t.last_at desc, t.id desc
    limit :limit offset :offset
  ) t ${ticketViewJoins}
  order by t.last_at desc, t.id desc
  `,
)
