-- The days of the company that a question about figures means: the last `days` up to today, or from a first to a last day, both
-- included. A day that is null leaves its end open. `since` belongs to them, `until` does not. Where a change of clock skips
-- midnight, the day begins at the next existing instant.
create or replace function asked_days(days integer, first_asked date, last_asked date, at timestamptz)
  returns table (first_day date, last_day date, since timestamptz, until timestamptz)
  language sql stable
as $$
  select d.first_day, d.last_day, d.first_day::timestamp at time zone c.time_zone,
    (d.last_day + 1)::timestamp at time zone c.time_zone
  from companies c
  cross join lateral (
    select case when days is null then first_asked else (at at time zone c.time_zone)::date - days + 1 end as first_day,
      case when days is null then last_asked else (at at time zone c.time_zone)::date end as last_day
  ) d
  where c.id = current_company()
$$;
