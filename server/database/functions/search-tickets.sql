-- The functions of this file are search_tickets and its parts (decision 0026). The planner inlines the parts
-- and plans each call with its values. The type `ticket_filter` (0002-ticket-filter.sql) contains the viewer
-- and the filters of a list of tickets.

-- Whether the viewer may read a ticket, like `mayReadTicket` of the domain (compared by may-read-sql.test.ts).
create or replace function may_read_ticket(
  status text, owner_id integer, queue_id integer,
  sees_all boolean, viewer_id integer, viewer_queues integer[], sees_queueless boolean
) returns boolean
  language sql immutable parallel safe
  return sees_all
    or (status <> 'closed' and owner_id = viewer_id)
    or queue_id = any (viewer_queues)
    or (sees_queueless and (status = 'pending' or queue_id is null));

-- Returns the tickets that the viewer may read and that match the filters.
create or replace function listed_tickets(company integer, f ticket_filter) returns setof tickets
  language sql stable
as $$
  select t.* from tickets t
  where t.company_id = company
    and may_read_ticket(
      t.status, t.user_id, t.queue_id, f.sees_all, f.viewer_id, f.viewer_queues, f.sees_queueless)
    and (f.of_status is null or t.status = f.of_status)
    and (f.of_owner is null or t.user_id = f.of_owner)
    and (f.chosen_queues is null or t.queue_id = any (f.chosen_queues) or t.queue_id is null)
    and (not f.unread_only or t.unread > 0)
    and (cardinality(f.having_tags) = 0 or cardinality(f.having_tags) = (
      select count(*) from ticket_tags tt
      where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (f.having_tags)))
    and (cardinality(f.of_users) = 0 or t.user_id = any (f.of_users))
    and (f.created_from is null or (t.created_at >= f.created_from and t.created_at < f.created_until))
    and (f.updated_from is null or (t.last_at >= f.updated_from and t.last_at < f.updated_until))
$$;

-- Returns the first `most` tickets (null: all) of the contacts `of_contacts` (null: of all contacts), newest
-- change first, from the index tickets_list.
create or replace function newest_listed_tickets(company integer, f ticket_filter, of_contacts integer[], most integer)
  returns table (id integer, contact_id integer, last_at timestamptz)
  language sql stable
as $$
  select t.id, t.contact_id, t.last_at
  from unnest(ticket_statuses()) as s (status)
  cross join lateral (
    select t.* from listed_tickets(company, f) t
    -- Estimating the rows of 700 contacts would cost the planner 1 ms. With `+ 0` it cannot use the column's
    -- statistics and estimates nothing.
    where t.status = s.status and (of_contacts is null or t.contact_id + 0 = any (of_contacts))
    order by t.last_at desc, t.id desc
    limit most
  ) t
  order by t.last_at desc, t.id desc
  limit most
$$;

-- The plan "walk" reads the newest `budget` tickets, and of each ticket the messages from the newest, until it
-- has found `wanted` tickets.
create or replace function tickets_by_walk(
  company integer, f ticket_filter, phrase text, of_contacts integer[], budget integer, wanted integer
) returns table (ticket_id integer, message_id bigint)
  language sql stable
as $$
  select t.id, hit.message_id
  from newest_listed_tickets(company, f, null, budget) t
  cross join lateral (
    select null::bigint as message_id where t.contact_id = any (of_contacts)
    union all
    -- A search by `like` instead of `strpos` could make the planner read the trigram index again for each
    -- ticket.
    (select m.id from messages m
    where m.company_id = company and m.ticket_id = t.id and not m.is_deleted and strpos(m.body_plain, phrase) > 0
    order by m.id desc
    limit 1)
    limit 1
  ) hit
  order by t.last_at desc, t.id desc
  limit wanted
$$;

-- The plan "index" reads the messages with the word from the trigram index, then the tickets of these messages
-- and those of the contacts.
create or replace function tickets_by_index(
  company integer, f ticket_filter, phrase text, word text, tickets_of_contacts integer[], most integer, skip integer
) returns table (ticket_id integer, message_id bigint)
  language sql stable
as $$
  select t.id, found.message_id
  from (
    select hit.ticket_id,
      case when bool_or(hit.message_id is null) then null else max(hit.message_id) end as message_id
    from (
      select m.ticket_id, m.id as message_id from messages m
      where m.company_id = company and not m.is_deleted
        and m.body_plain like pattern_of(word) and strpos(m.body_plain, phrase) > 0
      union all
      select c.id, null from unnest(tickets_of_contacts) as c (id)
    ) hit
    group by hit.ticket_id
  ) found
  join listed_tickets(company, f) t on t.id = found.ticket_id
  order by t.last_at desc, t.id desc
  limit most offset skip
$$;

-- Returns one page of the company's tickets that contain the words in a message or in the contact's name or
-- number, newest change first, with the newest such message (null: only the contact has the words). `digits`,
-- unless null, is compared with the contacts' numbers. A sample of messages chooses the plan, which changes the
-- time and never the answer.
create or replace function search_tickets(words text, digits text, f ticket_filter, most integer, skip integer)
  returns table (ticket_id integer, message_id bigint)
  language plpgsql stable security definer rows 40
  set search_path = pg_catalog, public, pg_temp
  -- Plans each call anew, because the best plan depends on the words.
  set plan_cache_mode = force_custom_plan
  -- Prevents reading a whole table after a wrong estimate of the planner.
  set enable_seqscan = off
  set jit = off
  set max_parallel_workers_per_gather = 0
as $$
declare
  -- If more contacts than this match, only their newest tickets are read, because older ones cannot be on the
  -- page.
  many_contacts constant integer := 300;
  -- Reading a message through the trigram index costs as much as reading seven by the walk (measured on 11
  -- million messages).
  cost_of_index constant float := 7;
  -- If fewer sampled messages contain the words, the sample does not show how common the words are.
  least_hits constant integer := 4;
  -- The number of tickets that each walk reads for each wanted ticket. After the last walk the index is used.
  budgets constant integer[] := array[5, 15, 75];
  -- Like `budgets`, for words without three letters or digits in a row. Such words have no trigrams, so the
  -- index cannot be used, and the last walk (null) reads all tickets.
  budgets_without_index constant integer[] := array[3, null];

  company constant integer := current_company();
  phrase constant text := plain_text(words);
  wanted constant integer := skip + most;
  of_contacts constant integer[] := array(
    select c.id from contacts c
    where c.company_id = company and (c.name_plain like pattern_of(phrase) or c.number like '%' || digits || '%'));
  sample search_samples;
  phrase_hits integer;
  walks integer[] := array[]::integer[];
  budget integer;
  ticket_ids integer[];
  message_ids bigint[];
  word text;
  word_hits integer;
  tickets_of_contacts integer[];
begin
  select s.* into sample from search_samples s where s.company_id = company;
  phrase_hits := least(occurrences(phrase, sample.words), sample.size);
  if phrase !~ '[a-z0-9]{3}' then
    walks := budgets_without_index;
  -- The walk runs first if it costs less than the index. The share of all messages that has the phrase is
  -- estimated as phrase_hits / size of the sample. The walk reads about `wanted / share` messages, the index
  -- `share * all messages`.
  elsif phrase_hits >= least_hits and
    cost_of_index * phrase_hits * phrase_hits * sample.messages >= 1.0 * wanted * sample.size * sample.size then
    walks := budgets;
  end if;

  foreach budget in array walks loop
    select array_agg(w.ticket_id), array_agg(w.message_id) into ticket_ids, message_ids
    from tickets_by_walk(company, f, phrase, of_contacts, budget * wanted, wanted) w;
    if budget is null or cardinality(ticket_ids) = wanted then
      return query
        select r.id, r.message from unnest(ticket_ids, message_ids) with ordinality as r (id, message, place)
        where r.place > skip order by r.place;
      return;
    end if;
  end loop;

  -- Only the rarest word is looked up in the index, because the index reads one list for each trigram of the
  -- searched text. A word of two characters is looked up with the space before it: alone it has no trigram.
  select run[1], occurrences(run[1], sample.words) as hits into word, word_hits
  from regexp_matches(phrase, '[a-z0-9]{3,}| [a-z0-9]{2}(?![a-z0-9])', 'g') run
  order by hits, length(run[1]) desc, run[1]
  limit 1;
  -- If the whole phrase is much rarer than its rarest word, the index is asked for the phrase instead.
  if phrase_hits * 2 < word_hits then word := phrase; end if;
  if cardinality(of_contacts) > many_contacts then
    tickets_of_contacts := array(select t.id from newest_listed_tickets(company, f, of_contacts, wanted) t);
  elsif cardinality(of_contacts) > 0 then
    tickets_of_contacts := array(
      select t.id from tickets t where t.company_id = company and t.contact_id = any (of_contacts));
  end if;
  return query
    select i.ticket_id, i.message_id
    from tickets_by_index(company, f, phrase, word, tickets_of_contacts, most, skip) i;
end $$;
alter function search_tickets owner to balcao_searcher;
revoke execute on function search_tickets from public;
grant execute on function search_tickets to balcao_app;

-- Returns a `like` pattern that matches texts with these words anywhere.
create or replace function pattern_of(words text) returns text
  language sql immutable parallel safe
  return '%' || regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%';

-- Counts how often the words occur in the text. Null if the text is null.
create or replace function occurrences(words text, within text) returns integer
  language sql immutable parallel safe
  return cardinality(string_to_array(within, words)) - 1;
