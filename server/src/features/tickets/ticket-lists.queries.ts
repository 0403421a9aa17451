import type { QueueId, TagId, TicketId, UserId } from '@balcao/domain/ids'
import type { TicketStatus } from '@balcao/domain/tickets'
import { statement } from '../../platform/database/statement'
import { type MayReadParams, mayRead } from './may-read-sql'
import { type TicketWireRow, wireJoins, wireTicket } from './wire-ticket-sql'

export type ListParams = [
  ...MayReadParams,
  /** Only this person's tickets (the assigned sub-tab), or null. */
  ownerId: UserId | null,
  chosenQueueIds: readonly QueueId[] | null,
  unreadOnly: boolean,
  /** Tickets having all of them. */
  tagIds: readonly TagId[],
  /** Tickets of one of them; empty: of anybody. */
  userIds: readonly UserId[],
  createdFrom: Date | null,
  createdUntil: Date | null,
  updatedFrom: Date | null,
  updatedUntil: Date | null,
]

const listFilter = `
  ${mayRead}
  and ($5::int is null or t.user_id = $5)
  and ($6::int[] is null or t.queue_id = any ($6) or t.queue_id is null)
  and (not $7::boolean or t.unread > 0)
  and (cardinality($8::int[]) = 0 or cardinality($8) = (
    select count(*) from ticket_tags tt
    where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any ($8)))
  and (cardinality($9::int[]) = 0 or t.user_id = any ($9))
  and ($10::timestamptz is null or (t.created_at >= $10 and t.created_at < $11))
  and ($12::timestamptz is null or (t.last_at >= $12 and t.last_at < $13))`

/** `$14` the status, `$15` how many, `$16` how many to skip. Served by the index tickets_list, read backwards. */
export const ticketsOfStatus = statement<
  [...ListParams, status: TicketStatus, limit: number, offset: number],
  TicketWireRow
>(
  'tickets.ofStatus',
  `
  select ${wireTicket}
  from (
    select t.* from tickets t
    where t.status = $14 and ${listFilter}
    order by t.last_at desc, t.id desc
    limit $15 offset $16
  ) t ${wireJoins}
  order by t.last_at desc, t.id desc
  `,
)

export const countTicketsOfStatus = statement<[...ListParams, status: TicketStatus], { count: number }>(
  'tickets.countOfStatus',
  `
  select count(*) as count from tickets t where t.status = $14 and ${listFilter}
  `,
)

/** Without a status: what a search without words lists. `$14` how many, `$15` how many to skip. */
export const ticketsOfAnyStatus = statement<[...ListParams, limit: number, offset: number], TicketWireRow>(
  'tickets.ofAnyStatus',
  `
  select ${wireTicket}
  from (
    select t.* from tickets t
    where ${listFilter}
    order by t.last_at desc, t.id desc
    limit $14 offset $15
  ) t ${wireJoins}
  order by t.last_at desc, t.id desc
  `,
)

export const countTicketsOfAnyStatus = statement<ListParams, { count: number }>(
  'tickets.countOfAnyStatus',
  `
  select count(*) as count from tickets t where ${listFilter}
  `,
)

/**
 * Whoever has waited longest for a person, locked until the act ends; one that a colleague is accepting right now is
 * passed over. A ticket that the bot still talks to waits for nobody.
 */
export const lockLongestWaiting = statement<MayReadParams, { id: TicketId }>(
  'tickets.lockLongestWaiting',
  `
  select t.id from tickets t
  where t.status = 'pending' and not t.chatbot and ${mayRead}
  order by coalesce(t.waiting_since, t.last_at), t.id
  limit 1
  for update of t skip locked
  `,
)

/** Badges of the sub-tabs: `$5` the person whose open tickets count (null: everybody's), `$6` the chosen queues. */
export const ticketCounts = statement<
  [...MayReadParams, ownerId: UserId | null, chosenQueueIds: readonly QueueId[] | null],
  { open: number; pending: number; unread: number }
>(
  'tickets.counts',
  `
  select
    count(*) filter (where t.status = 'open') as open,
    count(*) filter (where t.status = 'pending') as pending,
    count(*) filter (where t.unread > 0) as unread
  from tickets t
  where t.status in ('pending', 'open')
    and ${mayRead}
    and (t.status = 'pending' or $5::int is null or t.user_id = $5)
    and ($6::int[] is null or t.queue_id = any ($6) or t.queue_id is null)
  `,
)
