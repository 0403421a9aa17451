-- Returns a page of the contacts whose name or number contains the words, sorted by name. If the words are
-- common, reading the first contacts by name finds a full page. Otherwise the trigram index finds all matches,
-- which are then sorted.
create or replace function search_contacts(words text, digits text, most integer, skip integer)
  returns table (contact_id integer)
  language plpgsql stable security definer rows 20
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
  set jit = off
as $$
declare
  -- The query first reads this many contacts in order of name, and uses the trigram index only if the page is
  -- not full then. Reading them costs 0.4 ms.
  walked constant integer := 1000;

  company constant integer := current_company();
  plain constant text := plain_text(words);
  name_pattern constant text := '%' || regexp_replace(plain, '([\\%_])', '\\\1', 'g') || '%';
  digits_pattern constant text := '%' || digits || '%';
  found integer[];
begin
  found := array(
    select c.id
    from (
      select c.id, c.name, c.name_plain, c.number from contacts c
      where c.company_id = company and c.removed_at is null
      order by c.name, c.id
      limit walked
    ) c
    where strpos(c.name_plain, plain) > 0 or strpos(c.number, digits) > 0
    order by c.name, c.id
    limit most offset skip);
  if cardinality(found) = most then
    return query select f.id from unnest(found) as f (id);
    return;
  end if;
  return query
    select c.id
    from contacts c
    where c.company_id = company and c.removed_at is null
      and (c.name_plain like name_pattern or c.number like digits_pattern)
    order by c.name, c.id
    limit most offset skip;
end $$;
alter function search_contacts owner to balcao_searcher;
revoke execute on function search_contacts from public;
grant execute on function search_contacts to balcao_app;

create or replace function choose_contacts(words text, digits text, most integer)
  returns table (contact_id integer, nearness integer)
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
  set jit = off
as $$
declare
  company constant integer := current_company();
  plain constant text := regexp_replace(plain_text(words), '([\\%_])', '\\\1', 'g');
begin
  return query
    select c.id, case
        when c.name_plain like plain || '%' or c.name_plain like '% ' || plain || '%' or c.number like digits || '%' then 0
        else 1
      end as near
    from contacts c
    where c.company_id = company and c.removed_at is null
      and (c.name_plain like '%' || plain || '%' or c.number like '%' || digits || '%')
    order by near, c.name, c.id
    limit most;
end $$;
alter function choose_contacts owner to balcao_searcher;
revoke execute on function choose_contacts from public;
grant execute on function choose_contacts to balcao_app;
