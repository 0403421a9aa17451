import type { TicketEventView } from '@balcao/contract/ticket-events'
import type { ConnectionId, ContactId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import type { AutomaticTextName, Rating, TicketHistoryKind } from '@balcao/domain/tickets'
import { statement } from '../../../platform/database/statement'
import type { MayReadTicketParams } from '../may-read-sql'
import { mayReadTicketOrSharedHistorySql } from '../shared-history-sql'

/** A history entry as it is stored. A viewer who may not read the ticket gets the kind `hidden` instead. */
export type TicketHistoryEntry = TicketEventView & { readonly kind: TicketHistoryKind }

const wireEvent = `
  jsonb_build_object(
    'id', e.id, 'ticketId', e.ticket_id, 'kind', e.kind, 'at', wire_time(e.at), 'rating', e.rating, 'unsent', e.unsent,
    'by', case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.name) end,
    'user', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end,
    'queue', case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end,
    'connection', case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end
  )`

const wireJoins = `
  left join users b on b.company_id = e.company_id and b.id = e.by_user_id
  left join users u on u.company_id = e.company_id and u.id = e.user_id
  left join queues q on q.company_id = e.company_id and q.id = e.queue_id
  left join connections w on w.company_id = e.company_id and w.id = e.connection_id`

/** Inserts history entries. The first acceptance stores the seconds of the wait, a close those of the service. */
export const insertTicketEvents = statement<
  {
    ticketIds: readonly TicketId[]
    kinds: readonly TicketHistoryKind[]
    userIds: readonly (UserId | null)[]
    queueIds: readonly (QueueId | null)[]
    connectionIds: readonly (ConnectionId | null)[]
    ratings: readonly (Rating | null)[]
    areOutbound: readonly boolean[]
    unsent: readonly (AutomaticTextName | null)[]
    byUserId: UserId | null
    at: Date
  },
  { id: number }
>(
  'tickets.insertEvents',
  `
  insert into ticket_events
    (company_id, ticket_id, kind, at, user_id, queue_id, by_user_id, connection_id, rating, is_outbound, unsent,
      seconds)
  select current_company(), n.ticket_id, n.kind, :at, n.user_id, n.queue_id, :byUserId, n.connection_id, n.rating,
    n.is_outbound, n.unsent, case when n.kind in ('accepted', 'closed') then (
      select extract(epoch from :at - case n.kind
          when 'accepted' then min(at) filter (where kind = 'created' and not was_accepted)
          when 'closed' then max(at) filter (where kind in ('accepted', 'reopened'))
        end)::int
      from (
        select kind, at, bool_or(kind = 'accepted') over () as was_accepted
        from ticket_events
        where ticket_id = n.ticket_id
      ) before
    ) end
  from unnest(:ticketIds::int[], :kinds::text[], :userIds::int[], :queueIds::int[], :connectionIds::int[],
    :ratings::int[], :areOutbound::boolean[], :unsent::text[])
    with ordinality as n (ticket_id, kind, user_id, queue_id, connection_id, rating, is_outbound, unsent, position)
  order by n.position
  returning id
  `,
)

/** Whether the last entries are an acceptance, a return after `since`, and an acceptance, all by this user. */
export const isAcceptedAgainAfterOwnReturn = statement<
  { ticketId: TicketId; userId: UserId; since: Date },
  { is_own_return: boolean }
>(
  'tickets.acceptedOwnReturn',
  `
  select array_agg(kind order by id desc) = '{accepted,returned,accepted}'
    and bool_and(by_user_id is not distinct from :userId)
    and min(at) filter (where kind = 'returned') >= :since as is_own_return
  from (select id, kind, at, by_user_id from ticket_events where ticket_id = :ticketId order by id desc limit 3) latest
  `,
)

/** Whether the ticket's last close has no rating yet. No row for a ticket that was never closed. */
export const isLastCloseUnrated = statement<{ ticketId: TicketId }, { is_due: boolean }>(
  'tickets.isToBeRated',
  `
  select kind = 'closed' as is_due
  from ticket_events
  where ticket_id = :ticketId and kind in ('closed', 'rated')
  order by id desc
  limit 1
  `,
)

const hiddenEvent = `
  jsonb_build_object(
    'id', e.id, 'ticketId', e.ticket_id, 'kind', 'hidden', 'at', wire_time(e.at), 'rating', null,
    'unsent', null, 'by', null, 'user', null, 'queue', null, 'connection', null
  )`

/**
 * The history entries of a contact's tickets. A ticket that the viewer may not read has only a `hidden` entry for its
 * creation. A null time does not filter.
 */
export const ticketEventsOfContact = statement<
  MayReadTicketParams & { contactId: ContactId; since: Date | null; until: Date | null; limit: number },
  { event: TicketEventView }
>(
  'tickets.ticketEventsOfContact',
  `
  select case when e.is_readable then ${wireEvent} else ${hiddenEvent} end as event
  from (
    select e.*, t.is_readable
    from (select t.*, ${mayReadTicketOrSharedHistorySql} as is_readable from tickets t where t.contact_id = :contactId) t
    join ticket_events e on e.company_id = t.company_id and e.ticket_id = t.id
    where (:since::timestamptz is null or e.at >= :since) and (:until::timestamptz is null or e.at < :until)
      and (t.is_readable or e.kind = 'created')
    order by e.at desc, e.id desc
    limit :limit
  ) e ${wireJoins}
  order by e.at desc, e.id desc
  `,
)
