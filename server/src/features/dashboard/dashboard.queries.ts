import type { UserId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'
import type { DayRange } from '../contacts/contact-deltas'

/** Sums over a range of days for one user. `user_id` 0 stands for tickets without a user. */
export interface DashboardFiguresRow {
  user_id: UserId | 0
  finished: number
  attended_seconds: number
  attendances: number
  waited_seconds: number
  waits: number
  ratings_sum: number
  ratings: number
}

const sums = [
  'finished',
  'attended_seconds',
  'attendances',
  'waited_seconds',
  'waits',
  'ratings_sum',
  'ratings',
]
const sumOfEvents = `
  count(*) filter (where e.kind = 'closed') as finished,
  sum(e.seconds) filter (where e.kind = 'closed') as attended_seconds,
  count(e.seconds) filter (where e.kind = 'closed') as attendances,
  sum(e.seconds) filter (where e.kind = 'accepted') as waited_seconds,
  count(e.seconds) filter (where e.kind = 'accepted') as waits,
  sum(e.rating) filter (where e.kind = 'rated') as ratings_sum,
  count(e.rating) filter (where e.kind = 'rated') as ratings`
const figureKinds = "e.kind in ('closed', 'accepted', 'rated')"
const ofWhom = 'case when e.user_id is null then 0 else e.user_id end'

const lastSummedEvent =
  '(select case when max(event_id) is null then 0 else max(event_id) end from figures_kept)'

/** SQL: each user's figures, added up from the stored daily sums and the events that these sums don't contain yet. */
const figuresOf = (days: 'asked' | 'today') => `
    select user_id, ${sums.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`).join(', ')}
    from (
      select d.user_id, ${sums.map((name) => `d.${name}`).join(', ')}
      from daily_figures d
      where d.day >= (select coalesce(first_day, '-infinity') from ${days})
        and d.day <= (select coalesce(last_day, 'infinity') from ${days})
      union all
      select ${ofWhom} as user_id, ${sumOfEvents}
      from ticket_events e
      where e.id > (select event_id from kept)
        and ${figureKinds} and e.at >= (select coalesce(since, '-infinity') from ${days})
          and e.at < (select coalesce(until, 'infinity') from ${days})
      group by 1
    ) both_of_them
    group by user_id`

/** Reads stored sums and newer events in one statement: no event is counted twice or missed while sums are stored. */
export const dashboardFiguresOfRange = statement<
  DayRange & { settledBefore: Date },
  { of_users: readonly DashboardFiguresRow[]; finished_today: number; has_settled: boolean }
>(
  'dashboard.dashboardFiguresOfRange',
  `
  with kept as materialized (
    select ${lastSummedEvent} as event_id
  ), asked as materialized (
    select * from asked_days(:days, :firstDay, :lastDay, :at)
  ), today as materialized (
    select * from asked_days(1, null, null, :at)
  )
  select
    (select coalesce(json_agg(f), '[]') from (${figuresOf('asked')}) f) as of_users,
    (select coalesce(sum(f.finished), 0)::int from (${figuresOf('today')}) f) as finished_today,
    coalesce((
      select e.at < :settledBefore from ticket_events e where e.id > (select event_id from kept) order by e.id limit 1
    ), false) as has_settled
  `,
)

/** The range of events to add to the stored sums: after `kept`, the last event in them (or 0), up to `last`. */
export const rangeOfEventsToSum = statement<{ before: Date }, { kept: number; last: number }>(
  'dashboard.daysToSum',
  `
  select k.kept::float8 as kept,
    coalesce(min(e.id) filter (where e.at >= :before) - 1, max(e.id), k.kept)::float8 as last
  from (select ${lastSummedEvent} as kept) k
  left join ticket_events e on e.id > k.kept
  group by k.kept
  `,
)

/** Locks the time zone while sums are stored. A change of the time zone waits, and then deletes the sums. */
export const lockCompanyTimeZone = statement<NoParams, { time_zone: string }>(
  'dashboard.holdTimeZone',
  'select time_zone from companies where id = current_company() for share',
)

/** Deletes all stored sums; the next request for figures computes them again. */
export const deleteDailySums = statement<NoParams>(
  'dashboard.forgetSums',
  'with nothing_kept as (delete from figures_kept) delete from daily_figures',
)

/** Moves the cursor to the last event in the stored sums. No row: a concurrent transaction has moved it. */
export const advanceSumsCursor = statement<{ from: number; to: number }, { event_id: number }>(
  'dashboard.advanceSumsCursor',
  `
  insert into figures_kept (company_id, event_id) values (current_company(), :to)
  on conflict (company_id) do update set event_id = excluded.event_id where figures_kept.event_id = :from
  returning event_id
  `,
)

export const saveDailySums = statement<{ after: number; last: number; timeZone: string }>(
  'dashboard.saveDailySums',
  `
  insert into daily_figures as d (company_id, day, user_id, ${sums.join(', ')})
  select current_company(), day, user_id, ${sums.map((name) => `coalesce(${name}, 0)`).join(', ')}
  from (
    select (e.at at time zone :timeZone)::date as day, ${ofWhom} as user_id, ${sumOfEvents}
    from ticket_events e
    where e.id > :after and e.id <= :last and ${figureKinds}
    group by 1, 2
  ) of_day
  on conflict (company_id, day, user_id) do update
  set ${sums.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ')}
  `,
)

/** Tickets by hour. Omits those that the company opened by a message, because campaigns have a report of their own. */
export const ticketsByHour = statement<
  { from: Date; until: Date; timeZone: string },
  { hour: number; count: number }
>(
  'dashboard.ticketsByHour',
  `
  select extract(hour from at at time zone :timeZone)::int as hour, count(*)::int as count
  from ticket_events
  where kind = 'created' and not is_outbound and at >= :from and at < :until
  group by 1
  `,
)
