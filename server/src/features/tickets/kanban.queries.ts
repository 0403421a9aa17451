import type { QueueId, UserId } from '@balcao/domain/ids'
import { liveStatuses } from '@balcao/domain/tickets'
import { statement, textList } from '../../platform/database/statement'
import { type MayReadParams, mayRead } from './may-read-sql'
import { wireJoins, wireTicket } from './wire-ticket-sql'

/** Which cards somebody sees, whatever their lane. */
export type BoardParams = MayReadParams & {
  chosenQueueIds: readonly QueueId[] | null
  /** Tickets of one of them; empty: of anybody. */
  userIds: readonly UserId[]
  words: string
  /** Digits of the words, for numbers; empty: none. */
  digits: string
}

/**
 * Only live tickets, which the index tickets_live holds: what the board costs grows with what waits and is open now,
 * never with the past.
 */
const isShown = `
  t.status in (${textList(liveStatuses)}) and ${mayRead}
  and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
  and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
  and (:words::text = '' or exists (
    select from contacts c
    where c.company_id = t.company_id and c.id = t.contact_id
      and (position(plain_text(:words) in plain_text(c.name)) > 0
        or (:digits::text <> '' and position(:digits in c.number) > 0))))`

const boardTag = 'join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban'

const hasBoardTag = (ticket: string) => `exists (
    select from ticket_tags tt
    ${boardTag}
    where tt.company_id = ${ticket}.company_id and tt.ticket_id = ${ticket}.id)`

/** `lane`: null all of them, 0 those without a tag of the board, else those with this tag of the board. */
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
 * Of cards, newest change first, `limit` and one more, which tells that there is one. `afterMicroseconds`, `afterId`:
 * where to go on below.
 */
export const laneOfBoard = statement<
  BoardParams & {
    lane: number | null
    afterMicroseconds: string | null
    afterId: number | null
    limit: number
  },
  { tickets: string; next: string | null }
>(
  'tickets.laneOfBoard',
  `
  select
    coalesce(json_agg(found.ticket order by found.place) filter (where found.place <= :limit), '[]')::text as tickets,
    case when count(*) > :limit then max(found.key) filter (where found.place = :limit) end as next
  from (
    select ${wireTicket}, p.place, (extract(epoch from p.last_at) * 1000000)::bigint || '.' || p.id as key
    from (
      select t.id, t.last_at, row_number() over (order by t.last_at desc, t.id desc) as place
      from tickets t
      where ${isShown} and ${inLane}
        and (:afterMicroseconds::bigint is null
          or (t.last_at, t.id) < (timestamptz 'epoch' + :afterMicroseconds * interval '1 microsecond', :afterId::int))
      order by t.last_at desc, t.id desc
      limit :limit::int + 1
    ) p
    join tickets t on t.id = p.id ${wireJoins}
  ) found
  `,
)

/** How many cards the lane has in all. */
export const countOfLane = statement<BoardParams & { lane: number | null }, { count: number }>(
  'tickets.countOfLane',
  `
  select count(*)::int as count from tickets t where ${isShown} and ${inLane}
  `,
)

/** Of every lane that has cards; 0 is the one of tickets without a tag of the board. */
export const countsOfLanes = statement<BoardParams, { lane: number; count: number }>(
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
