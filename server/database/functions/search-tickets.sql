create or replace function search_tickets(
  words text, digits text,
  sees_all boolean, viewer_id integer, viewer_queues integer[], sees_queueless boolean,
  of_owner integer, chosen_queues integer[], unread_only boolean, having_tags integer[], of_users integer[],
  created_from timestamptz, created_until timestamptz, updated_from timestamptz, updated_until timestamptz,
  of_status text, most integer, skip integer
) returns table (ticket_id integer, message_id bigint)
  language plpgsql stable security definer rows 40
  set search_path = pg_catalog, public, pg_temp
  -- The words decide the plan. The rest keeps a wrong guess about them from reading a table from end to end.
  set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
  set jit = off
  set max_parallel_workers_per_gather = 0
as $$
declare
  company constant integer := current_company();
  phrase constant text := plain_text(words);
  phrase_pattern constant text := '%' || regexp_replace(phrase, '([\\%_])', '\\\1', 'g') || '%';
  digits_pattern constant text := '%' || digits || '%';
  wanted constant integer := skip + most;
  sample text;
  sample_size integer;
  all_messages integer;
  phrase_hits integer;
  word text;
  word_hits integer;
  is_common boolean;
  has_many_names boolean;
  budget integer;
  contact_ids integer[];
  ticket_ids integer[];
  message_ids bigint[];
begin
  contact_ids := array(
    select c.id from contacts c
    where c.company_id = company and (c.name_plain like phrase_pattern or c.number like digits_pattern));
  select s.words, s.size, s.messages into sample, sample_size, all_messages
    from search_samples s where s.company_id = company;
  phrase_hits := least(cardinality(string_to_array(sample, phrase)) - 1, sample_size);
  -- Common: a page is found sooner by walking than by the index. With share = hits / size the walk reads about
  -- wanted / share messages and the index finds share * all of them, each for the price of seven.
  is_common := phrase_hits >= 4
    and 7.0 * phrase_hits * phrase_hits * all_messages >= 1.0 * wanted * sample_size * sample_size;
  has_many_names := cardinality(contact_ids) > 300;

  -- First a few tickets, then more; without three letters or digits on end, which trigrams need, as many as there are.
  foreach budget in array case
    when phrase !~ '[a-z0-9]{3}' then array[3 * wanted, null]
    when is_common then array[5 * wanted, 15 * wanted, 75 * wanted]
    else array[]::integer[] end
  loop
    select array_agg(h.id), array_agg(h.message_id) into ticket_ids, message_ids
    from (
      select w.id, f.message_id
      from (
        select t.id, t.contact_id, t.last_at
        from unnest(array['open', 'pending', 'closed']) as s (status)
        cross join lateral (
          select t.* from tickets t
          where t.company_id = company and t.status = s.status and (of_status is null or t.status = of_status)
            and (sees_all
              or (t.status = 'open' and t.user_id = viewer_id)
              or t.queue_id = any (viewer_queues)
              or (sees_queueless and (t.status = 'pending' or t.queue_id is null)))
            and (of_owner is null or t.user_id = of_owner)
            and (chosen_queues is null or t.queue_id = any (chosen_queues) or t.queue_id is null)
            and (not unread_only or t.unread > 0)
            and (cardinality(having_tags) = 0 or cardinality(having_tags) = (
              select count(*) from ticket_tags tt
              where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (having_tags)))
            and (cardinality(of_users) = 0 or t.user_id = any (of_users))
            and (created_from is null or (t.created_at >= created_from and t.created_at < created_until))
            and (updated_from is null or (t.last_at >= updated_from and t.last_at < updated_until))
          order by t.last_at desc, t.id desc
          limit budget
        ) t
        order by t.last_at desc, t.id desc
        limit budget
      ) w
      cross join lateral (
        select null::bigint as message_id where w.contact_id = any (contact_ids)
        union all
        (select m.id from messages m
        where m.company_id = company and m.ticket_id = w.id and not m.is_deleted
          and strpos(m.body_plain, phrase) > 0
        order by m.id desc
        limit 1)
        limit 1
      ) f
      order by w.last_at desc, w.id desc
      limit wanted
    ) h;
    if budget is null or cardinality(ticket_ids) = wanted then
      return query
        select r.id, r.message from unnest(ticket_ids, message_ids) with ordinality as r (id, message, place)
        where r.place > skip order by r.place;
      return;
    end if;
  end loop;

  select r.run, cardinality(string_to_array(sample, r.run)) - 1 as hits
    into word, word_hits
    from (
      select distinct m[1] as run from regexp_matches(phrase, '[a-z0-9]{3,}', 'g') m
    ) r
    order by hits, length(r.run) desc, r.run
    limit 1;
  -- A phrase much rarer than its rarest word goes to the index whole.
  if phrase_hits * 2 < word_hits then word := phrase; end if;
  return query
    select t.id, f.message_id
    from (
      select h.ticket_id, case when bool_or(h.message_id is null) then null else max(h.message_id) end as message_id
      from (
        select m.ticket_id, m.id as message_id from messages m
        where m.company_id = company and not m.is_deleted
          and m.body_plain like '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
          and strpos(m.body_plain, phrase) > 0
        union all
        select c.id, null from tickets c
        where not has_many_names and c.company_id = company and c.contact_id = any (contact_ids)
        union all
        -- Of the name of hundreds, the tickets in the order of the answer: no more of them can stand on the page.
        select n.id, null
        from unnest(array['open', 'pending', 'closed']) as s (status)
        cross join lateral (
          select t.id from tickets t
          where has_many_names and t.company_id = company and t.status = s.status
            and (of_status is null or t.status = of_status)
            -- The sum keeps the planner from weighing each of them (1 ms for 700).
            and t.contact_id + 0 = any (contact_ids)
            and (sees_all
              or (t.status = 'open' and t.user_id = viewer_id)
              or t.queue_id = any (viewer_queues)
              or (sees_queueless and (t.status = 'pending' or t.queue_id is null)))
            and (of_owner is null or t.user_id = of_owner)
            and (chosen_queues is null or t.queue_id = any (chosen_queues) or t.queue_id is null)
            and (not unread_only or t.unread > 0)
            and (cardinality(having_tags) = 0 or cardinality(having_tags) = (
              select count(*) from ticket_tags tt
              where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (having_tags)))
            and (cardinality(of_users) = 0 or t.user_id = any (of_users))
            and (created_from is null or (t.created_at >= created_from and t.created_at < created_until))
            and (updated_from is null or (t.last_at >= updated_from and t.last_at < updated_until))
          order by t.last_at desc, t.id desc
          limit wanted
        ) n
      ) h
      group by h.ticket_id
    ) f
    join tickets t on t.company_id = company and t.id = f.ticket_id
    where (of_status is null or t.status = of_status)
      and (sees_all
        or (t.status = 'open' and t.user_id = viewer_id)
        or t.queue_id = any (viewer_queues)
        or (sees_queueless and (t.status = 'pending' or t.queue_id is null)))
      and (of_owner is null or t.user_id = of_owner)
      and (chosen_queues is null or t.queue_id = any (chosen_queues) or t.queue_id is null)
      and (not unread_only or t.unread > 0)
      and (cardinality(having_tags) = 0 or cardinality(having_tags) = (
        select count(*) from ticket_tags tt
        where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (having_tags)))
      and (cardinality(of_users) = 0 or t.user_id = any (of_users))
      and (created_from is null or (t.created_at >= created_from and t.created_at < created_until))
      and (updated_from is null or (t.last_at >= updated_from and t.last_at < updated_until))
    order by t.last_at desc, t.id desc
    limit most offset skip;
end $$;
alter function search_tickets owner to balcao_searcher;
revoke execute on function search_tickets from public;
grant execute on function search_tickets to balcao_app;
