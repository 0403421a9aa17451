-- Printed from contact-deltas.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- contacts.compactDeltas
with gone as (
  delete from contact_counter_deltas
  where day in (select t.day from contact_counter_deltas t where not t.is_compacted)
  returning company_id, day, created, listed
)
insert into contact_counter_deltas (company_id, day, created, listed, is_compacted)
select company_id, day, sum(created), sum(listed), true
from gone
group by company_id, day
having sum(created) <> 0 or sum(listed) <> 0;

-- contacts.created
select case when :from::timestamptz > :until::timestamptz then 0
  else coalesce(kept.created, 0) - before.created + after.created end::int as count, kept.singles
from (
  select sum(t.created) as created, count(*) filter (where not t.is_compacted) as singles
  from contact_counter_deltas t
  where t.day >= coalesce((:from at time zone 'UTC')::date, '-infinity')
    and t.day < coalesce((:until at time zone 'UTC')::date, 'infinity')
) kept, (
  select count(*) as created from contacts c
  where c.created_at >= date_trunc('day', :from, 'UTC') and c.created_at < :from
) before, (
  select count(*) as created from contacts c
  where c.created_at >= date_trunc('day', :until, 'UTC') and c.created_at < :until
) after;

-- contacts.listed
select coalesce(sum(t.listed), 0)::int as count, count(*) filter (where not t.is_compacted) as singles
from contact_counter_deltas t;
