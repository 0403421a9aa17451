-- Printed from dashboard.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- dashboard.figuresOfRange
with kept as (
  select d.user_id, d.finished, d.attended_seconds, d.attendances, d.waited_seconds, d.waits, d.ratings_sum, d.ratings
  from daily_figures d
  where d.day >= coalesce(:firstDay::date, '-infinity') and d.day <= coalesce(:lastDay::date, 'infinity')
), later as (
  select case when e.user_id is null then 0 else e.user_id end as user_id,
count(*) filter (where e.kind = 'closed') as finished,
sum(e.seconds) filter (where e.kind = 'closed') as attended_seconds,
count(e.seconds) filter (where e.kind = 'closed') as attendances,
sum(e.seconds) filter (where e.kind = 'accepted') as waited_seconds,
count(e.seconds) filter (where e.kind = 'accepted') as waits,
sum(e.rating) filter (where e.kind = 'rated') as ratings_sum,
count(e.rating) filter (where e.kind = 'rated') as ratings
  from ticket_events e
  where e.id > (select case when max(event_id) is null then 0 else max(event_id) end from figures_kept)
    and e.kind in ('closed', 'accepted', 'rated') and (:from::timestamptz is null or e.at >= :from) and (:until::timestamptz is null
      or e.at < :until)
  group by 1
)
select user_id, coalesce(sum(finished), 0)::float8 as finished, coalesce(sum(attended_seconds), 0)::float8 as attended_seconds, coalesce(sum(attendances), 0)::float8 as attendances, coalesce(sum(waited_seconds), 0)::float8 as waited_seconds, coalesce(sum(waits), 0)::float8 as waits, coalesce(sum(ratings_sum), 0)::float8 as ratings_sum, coalesce(sum(ratings), 0)::float8 as ratings
from (select * from kept union all select * from later) both_of_them
group by user_id;

-- dashboard.keepSums
insert into daily_figures as d (company_id, day, user_id, finished, attended_seconds, attendances, waited_seconds, waits, ratings_sum, ratings)
select current_company(), day, user_id, coalesce(finished, 0), coalesce(attended_seconds, 0), coalesce(attendances, 0), coalesce(waited_seconds, 0), coalesce(waits, 0), coalesce(ratings_sum, 0), coalesce(ratings, 0)
from (
  select (e.at at time zone :timeZone)::date as day, case when e.user_id is null then 0 else e.user_id end as user_id,
count(*) filter (where e.kind = 'closed') as finished,
sum(e.seconds) filter (where e.kind = 'closed') as attended_seconds,
count(e.seconds) filter (where e.kind = 'closed') as attendances,
sum(e.seconds) filter (where e.kind = 'accepted') as waited_seconds,
count(e.seconds) filter (where e.kind = 'accepted') as waits,
sum(e.rating) filter (where e.kind = 'rated') as ratings_sum,
count(e.rating) filter (where e.kind = 'rated') as ratings
  from ticket_events e
  where e.id > :after and e.id <= :last and e.kind in ('closed', 'accepted', 'rated')
  group by 1, 2
) of_day
on conflict (company_id, day, user_id) do update
set finished = d.finished + excluded.finished, attended_seconds = d.attended_seconds + excluded.attended_seconds, attendances = d.attendances + excluded.attendances, waited_seconds = d.waited_seconds + excluded.waited_seconds, waits = d.waits + excluded.waits, ratings_sum = d.ratings_sum + excluded.ratings_sum, ratings = d.ratings + excluded.ratings;
