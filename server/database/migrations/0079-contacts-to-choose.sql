-- Contacts for choosers, at most `most`: first those with a word of the name, or the number, that begins with the words (0), then
-- those that hold them (1); alike ones by name. search_contacts (0066) pages by name alone.
do $$
begin
  -- Who is no superuser must belong to the role to give it a function; only until the end of this file.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant balcao_searcher to %I', current_user);
  end if;
end $$;
grant create on schema public to balcao_searcher;

create function choose_contacts(words text, digits text, most integer)
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
revoke create on schema public from balcao_searcher;
revoke execute on function choose_contacts from public;
grant execute on function choose_contacts to balcao_app;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke balcao_searcher from %I', current_user);
  end if;
end $$;
