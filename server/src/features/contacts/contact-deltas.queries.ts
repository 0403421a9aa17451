import { statement } from '../../platform/database/statement'

/** Who stands on the lists. `singles`: how many changes had to be added up that no sum holds. */
export const listedContacts = statement<[], { count: number; singles: number }>(
  'contacts.listed',
  `
  select coalesce(sum(t.listed), 0)::int as count, count(*) filter (where not t.is_compacted) as singles
  from contact_counter_deltas t
  `,
)

/**
 * Contacts created from `$1` and before `$2`, whether they stand on the lists or not; null leaves an end open. Kept by days
 * of UTC, so that no change of a time zone makes them wrong: the whole days from the one in which the range begins to the
 * one in which it ends, that one left out, less what came on the first before the range began, and what came on the last
 * before it ended.
 */
export const createdContacts = statement<
  [from: Date | null, until: Date | null],
  { count: number; singles: number }
>(
  'contacts.created',
  `
  select case when $1::timestamptz > $2::timestamptz then 0
    else coalesce(kept.created, 0) - before.created + after.created end::int as count, kept.singles
  from (
    select sum(t.created) as created, count(*) filter (where not t.is_compacted) as singles
    from contact_counter_deltas t
    where t.day >= coalesce(($1 at time zone 'UTC')::date, '-infinity')
      and t.day < coalesce(($2 at time zone 'UTC')::date, 'infinity')
  ) kept, (
    select count(*) as created from contacts c
    where c.created_at >= date_trunc('day', $1, 'UTC') and c.created_at < $1
  ) before, (
    select count(*) as created from contacts c
    where c.created_at >= date_trunc('day', $2, 'UTC') and c.created_at < $2
  ) after
  `,
)

/** Many changes become sums, of the days that have any. Of two at once each compacts what it took away itself. */
export const compactContactDeltas = statement<[]>(
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
