import { type NoParams, statement } from '../../platform/database/statement'

/** Parameters of the SQL function `asked_days`: the last `days` until `at`, or if null, `firstDay` to `lastDay`. */
export type DayRange = { days: number | null; firstDay: string | null; lastDay: string | null; at: Date }

/**
 * The number of contacts that are not deleted, summed from counter deltas (one row per change). `singles`: how many
 * deltas are not compacted into sums yet.
 */
export const listedContactCount = statement<NoParams, { count: number; singles: number }>(
  'contacts.listed',
  `
  select coalesce(sum(t.listed), 0)::int as count, count(*) filter (where not t.is_compacted) as singles
  from contact_counter_deltas t
  `,
)

/**
 * Counts contacts created on a range of days, deleted ones included. Counter deltas are stored per UTC day, so they
 * stay right when the company changes its time zone. The range may begin and end within a UTC day, so the contacts
 * at both edges are counted one by one.
 */
export const createdContactCount = statement<DayRange, { count: number; singles: number }>(
  'contacts.created',
  `
  with asked as materialized (
    select since, until, date_trunc('day', since, 'UTC') as first, date_trunc('day', until, 'UTC') as last
    from asked_days(:days, :firstDay, :lastDay, :at)
  )
  select case when (select since > until from asked) then 0
    else coalesce(kept.created, 0) - before.created + after.created end::int as count, kept.singles
  from (
    select sum(t.created) as created, count(*) filter (where not t.is_compacted) as singles
    from contact_counter_deltas t
    where t.day >= (select coalesce((first at time zone 'UTC')::date, '-infinity') from asked)
      and t.day < (select coalesce((last at time zone 'UTC')::date, 'infinity') from asked)
  ) kept, (
    select count(*) as created from contacts c
    where c.created_at >= (select first from asked) and c.created_at < (select since from asked)
  ) before, (
    select count(*) as created from contacts c
    where c.created_at >= (select last from asked) and c.created_at < (select until from asked)
  ) after
  `,
)

/** Compacts the days that have new deltas. Two concurrent runs each compact the rows that they deleted. */
export const compactContactCounterDeltas = statement<NoParams>(
  'contacts.compactDeltas',
  `
  with gone as (
    delete from contact_counter_deltas
    where day in (select t.day from contact_counter_deltas t where not t.is_compacted)
    returning company_id, day, created, listed
  )
  insert into contact_counter_deltas (company_id, day, created, listed, is_compacted)
  select company_id, day, sum(created), sum(listed), true
  from gone
  group by company_id, day
  having sum(created) <> 0 or sum(listed) <> 0
  `,
)
