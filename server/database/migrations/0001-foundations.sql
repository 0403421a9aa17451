-- Extensions, roles, and the one-line protection of company tables (docs/house.md, section 5).
create extension if not exists pg_trgm;
create extension if not exists unaccent;

do $$
begin
  -- Roles belong to the whole cluster, so another database of it may have made them already.
  if not exists (select from pg_roles where rolname = 'balcao_app') then
    create role balcao_app nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'balcao_platform') then
    create role balcao_platform nologin;
  end if;
end $$;

revoke create on schema public from public;
grant usage on schema public to balcao_app, balcao_platform;

-- The company of the running act. After a transaction the setting reads back as an empty string, not null.
create function current_company() returns integer
  language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::integer;

-- A time as the wire writes it: ISO 8601, UTC, milliseconds.
create function wire_time(at timestamptz) returns text
  language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- For search without regard to case and accents. The dictionary is named, so the result is immutable.
create function plain_text(words text) returns text
  language sql immutable parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, words));

-- Everything a company table needs, so that it cannot be half done. The setting hides in a sub-select: without it the
-- planner bakes one company's row estimate into the plans of all (27 ms instead of 0.7 ms on a list, measured).
create function protect_company_table(name regclass) returns void
  language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy of_company on %s to balcao_app using (company_id = (select current_company()))', name);
  execute format('create policy of_platform on %s to balcao_platform using (true)', name);
  execute format('grant select, insert, update, delete on %s to balcao_app, balcao_platform', name);
end $$;
