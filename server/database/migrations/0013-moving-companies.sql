-- Moving a company to another cell (decision 0111). While none is moved, both functions below are constants to the planner.

create table company_moves (
  company integer primary key,
  state text not null check (state in ('leaving', 'arriving', 'moved')),
  since timestamptz not null
);
comment on table company_moves is
  'Companies that move between this cell and another one, and those that have moved away. The mover writes it as the '
  'owner; open_company_moves puts its content into force.';
comment on column company_moves.state is
  'leaving: this cell serves the company while its rows are copied. arriving: its rows come in, and another cell serves '
  'it. moved: another cell serves it; its rows stay until they are removed.';

create table company_move_marks (
  company integer primary key,
  mark uuid not null
);
comment on table company_move_marks is
  'The last mark of a move. It is copied like the rows of the company: when it has arrived, so have all rows before it.';

-- Acts of a company that leaves hold the lock (7207, company) shared. The mover takes it alone: it then waits for the acts
-- that run, and new ones are refused at once. The state is read by a statement of its own, after the lock, because the
-- snapshot of the caller's statement may be older than the end of the move.
create function require_company_here(company integer) returns integer
  language plpgsql volatile parallel restricted security definer set search_path = ''
as $$
begin
  if not current_setting('transaction_read_only')::boolean
    and not pg_try_advisory_xact_lock_shared(7207, company) then
    raise exception 'company % is being moved', company using errcode = 'BM001';
  end if;
  if exists (
    select from public.company_moves m
    where m.company = require_company_here.company and m.state <> 'leaving'
  ) then
    raise exception 'company % is in another cell', company using errcode = 'BM002';
  end if;
  return company;
end $$;
comment on function require_company_here is
  'Refuses an act of a company that is being moved (BM001) or belongs to another cell (BM002).';

-- Declared stable, so that current_company stays so: the planner would not inline it otherwise.
create function moving_company(company integer) returns integer
  language plpgsql stable parallel restricted
as $$
begin
  return public.require_company_here(company);
end $$;
comment on function moving_company is 'The given company, unless require_company_here refuses its act.';

-- Acts of the platform wait for the end of a stop, because they concern all companies.
create function companies_elsewhere() returns integer[]
  language plpgsql volatile parallel restricted security definer set search_path = ''
as $$
begin
  if not current_setting('transaction_read_only')::boolean then
    perform pg_advisory_xact_lock_shared(7207, m.company)
    from (select company from public.company_moves where state = 'leaving' order by company) as m;
  end if;
  return array(select m.company from public.company_moves m where m.state <> 'leaving');
end $$;
comment on function companies_elsewhere is 'The companies whose rows are here and belong to another cell.';

create function moving_companies() returns integer[]
  language plpgsql stable parallel restricted
as $$
begin
  return public.companies_elsewhere();
end $$;
comment on function moving_companies is 'companies_elsewhere, for hidden_companies.';

create function hidden_companies() returns integer[]
  language sql stable parallel safe
  return '{}'::integer[];
comment on function hidden_companies is
  'The companies whose rows acts of the platform do not see. open_company_moves writes its text.';

create function open_company_moves() returns void
  language plpgsql
as $$
declare
  companies text := (select string_agg(company::text, ', ' order by company) from company_moves);
begin
  if companies is null then
    create or replace function current_company() returns integer language sql stable parallel safe
      return nullif(current_setting('app.company_id', true), '')::integer;
    create or replace function hidden_companies() returns integer[] language sql stable parallel safe
      return '{}'::integer[];
  else
    execute format(
      'create or replace function current_company() returns integer language sql stable parallel restricted
        return case when nullif(current_setting(''app.company_id'', true), '''')::integer in (%s)
          then moving_company(nullif(current_setting(''app.company_id'', true), '''')::integer)
          else nullif(current_setting(''app.company_id'', true), '''')::integer end', companies);
    create or replace function hidden_companies() returns integer[] language sql stable parallel restricted
      return moving_companies();
  end if;
end $$;
comment on function open_company_moves is
  'Writes current_company and hidden_companies for the companies of company_moves. Acts that began before may still '
  'use the former texts: the mover waits for their end.';
revoke execute on function open_company_moves from public;

create or replace function protect_company_table(name regclass) returns void
  language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy of_company on %s to balcao_app using (company_id = (select current_company()))', name);
  execute format(
    'create policy of_platform on %s to balcao_platform using (company_id <> all ((select hidden_companies())::integer[]))',
    name);
  execute format('grant select, insert, update, delete on %s to balcao_app, balcao_platform', name);
end $$;

do $$
declare
  policy record;
begin
  for policy in
    select p.polrelid::regclass as "table", case when p.polrelid = 'companies'::regclass then 'id' else 'company_id' end as key
    from pg_policy p
    -- A cookie names a session and not its company: the act that follows refuses the company.
    where p.polname = 'of_platform' and p.polrelid <> 'sign_in_sessions'::regclass
  loop
    execute format('alter policy of_platform on %s using (%I <> all ((select hidden_companies())::integer[]))',
      policy."table", policy.key);
  end loop;
end $$;
