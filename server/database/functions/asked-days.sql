-- Returns the period of a statistics query in the company's time zone: the last `days` days, or the days from
-- `first_asked` to `last_asked` (null: no limit on this side). `since` is the period's first instant, `until`
-- the first instant after it. Where a clock change skips midnight, the day begins at the next existing instant.
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
