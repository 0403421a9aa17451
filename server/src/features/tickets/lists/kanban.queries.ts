import type { QueueId, UserId } from '@balcao/domain/ids'
import { liveTicketStatuses } from '@balcao/domain/tickets'
import { sqlTextList, statement } from '../../../platform/database/statement'
import { type MayReadTicketParams, mayReadTicketSql } from '../may-read-sql'
import { type TicketsPageJson, ticketsPageSql } from '../wire-ticket-sql'

/** The filter of the board, for all lanes. */
export type KanbanBoardParams = MayReadTicketParams & {
  chosenQueueIds: readonly QueueId[] | null
  /** The owners whose tickets are shown; empty: of all users. */
  userIds: readonly UserId[]
  words: string
  /** The digits of the search text, searched in numbers; empty: no search. */
  digits: string
}

/** SQL condition of the board: only live tickets, by the index tickets_live, so that closed tickets cost nothing. */
const isShown = `
  t.status in (${sqlTextList(liveTicketStatuses)}) and ${mayReadTicketSql}
  and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
  and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
  and (:words::text = '' or exists (
    select from contacts c
    where c.company_id = t.company_id and c.id = t.contact_id
      and (position(plain_text(:words) in c.name_plain) > 0
        or (:digits::text <> '' and position(:digits in c.number) > 0))))`

const boardTag = 'join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban'

const hasBoardTag = (ticket: string) => `exists (
    select from ticket_tags tt
    ${boardTag}
    where tt.company_id = ${ticket}.company_id and tt.ticket_id = ${ticket}.id)`

/** SQL condition: the ticket is in `lane`. Null: any; 0: it has no tag of the board; another id: it has that tag. */
const inLane = `
  case
    when :lane::int is null then true
    when :lane = 0 then not ${hasBoardTag('t')}
    else exists (
      select from ticket_tags tt
      ${boardTag}
      where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = :lane)
  end`

/**
 * One page of a lane, newest change first, after the card `after…`. Reads one row more than `limit`, to know whether
 * there is a next page (`next`).
 */
export const pageOfLane = statement<
  KanbanBoardParams & {
    lane: number | null
    afterMicroseconds: string | null
    afterId: number | null
    limit: number
  },
  TicketsPageJson & { next: string | null }
>(
  'tickets.laneOfBoard',
  `
  with lane as materialized (
    select t.id, t.last_at, row_number() over (order by t.last_at desc, t.id desc) as place
    from tickets t
    where ${isShown} and ${inLane}
      and (:afterMicroseconds::bigint is null
        or (t.last_at, t.id) < (timestamptz 'epoch' + :afterMicroseconds * interval '1 microsecond', :afterId::int))
    order by t.last_at desc, t.id desc
    limit :limit::int + 1
  )
  select written.*, (
      select (extract(epoch from l.last_at) * 1000000)::bigint || '.' || l.id
      from lane l where l.place = :limit and exists (select from lane later where later.place > :limit)
    ) as next
  from (${ticketsPageSql('select l.id from lane l where l.place <= :limit')}) written
  `,
)

/** The number of all cards of the lane, not of a page. */
export const countCardsOfLane = statement<KanbanBoardParams & { lane: number | null }, { count: number }>(
  'tickets.countOfLane',
  `select count(*)::int as count from tickets t where ${isShown} and ${inLane}`,
)

/** The number of cards of each lane that has some. Lane 0 contains the tickets without a tag of the board. */
export const countCardsOfLanes = statement<KanbanBoardParams, { lane: number; count: number }>(
  'tickets.countsOfLanes',
  `
  with shown as materialized (
    select t.company_id, t.id from tickets t where ${isShown}
  )
  select g.id as lane, count(*)::int as count
  from shown s
  join ticket_tags tt on tt.company_id = s.company_id and tt.ticket_id = s.id
  ${boardTag}
  group by g.id
  union all
  select 0, count(*)::int from shown s where not ${hasBoardTag('s')} having count(*) > 0
  order by lane
  `,
)
