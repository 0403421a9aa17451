import type { CompanyId } from '@balcao/domain/ids'
import type pg from 'pg'
import { familyNames, givenNames, phrases, rarePhrase } from './phrases'
import { type CompanySize, days, lastMoment, openShare, pendingShare } from './sizes'

/**
 * Fills a company that has only its admin, set by set, in the product's own tables. Every row is derived from its
 * number and the seed, so two runs give the same rows. Foreign keys are not checked meanwhile: the caller has disabled
 * them, and this file must respect them.
 */
export async function fillCompany(
  client: pg.ClientBase,
  companyId: CompanyId,
  size: CompanySize,
): Promise<void> {
  const live = {
    open: Math.round(size.tickets * openShare),
    pending: Math.round(size.tickets * pendingShare),
  }
  await client.query('select pg_temp.begin_company()')
  await client.query(queues, [companyId, size.queues, lastMoment])
  await client.query(connections, [companyId, size.connections, lastMoment])
  await client.query(users, [companyId, size.users, size.queues, lastMoment])
  await client.query(tags, [companyId, lastMoment])
  await client.query(contacts, [companyId, size.contacts, givenNames, familyNames, lastMoment, days])
  await client.query(tickets, [
    companyId,
    size.tickets,
    live.open,
    live.pending,
    size.contacts,
    size.queues,
    size.users,
    size.connections,
    lastMoment,
    days,
  ])
  await client.query(messages, [
    companyId,
    size.messages / size.tickets,
    size.longConversation,
    phrases,
    rarePhrase,
  ])
  await client.query('analyze tickets, messages') // without statistics each ticket would be sought among all
  await client.query(lastMessages, [companyId])
  await client.query(ticketCounterDeltas, [companyId])
  await client.query(closedTicketDeltas, [companyId])
  await client.query(contactCounterDeltas, [companyId])
  await client.query(ticketTags, [companyId])
  await client.query(ticketEvents, [companyId])
}

/**
 * Randomness by number, and the first id of each table for this company: ids are base + number. The seed is inlined
 * into the text: a function that looked it up could not be inlined, and took most of the time.
 */
export const prepare = (seed: number) => `
  create function pg_temp.chance(n bigint, salt int) returns double precision
    language sql immutable parallel safe
    return (hashint8extended(n, ${seed * 1000}::bigint + salt) & 1073741823)::float8 / 1073741824;

  create temp table base (queue int, connection int, account int, tag int, contact int, ticket int);

  create function pg_temp.begin_company() returns void language sql as $$
    delete from base;
    insert into base select
      (select coalesce(max(id), 0) from queues), (select coalesce(max(id), 0) from connections),
      (select coalesce(max(id), 0) from users), (select coalesce(max(id), 0) from tags),
      (select coalesce(max(id), 0) from contacts), (select coalesce(max(id), 0) from tickets)
  $$;`

/** Identity columns continue after the inserted ids. */
export const finish = `
  select setval(pg_get_serial_sequence(name, 'id'), highest)
  from (
    select 'queues' as name, max(id)::bigint as highest from queues
    union all select 'connections', max(id) from connections
    union all select 'users', max(id) from users
    union all select 'tags', max(id) from tags
    union all select 'contacts', max(id) from contacts
    union all select 'tickets', max(id) from tickets
  ) as filled`

const queues = `
  insert into queues (company_id, id, name, color, order_queue, created_at, updated_at) overriding system value
  select $1::int, base.queue + n, 'Setor ' || n, '#' || lpad(to_hex(n * 1117 % 16777216), 6, '0'), n, $3, $3
  from generate_series(1, $2::int) n, base`

const connections = `
  with made as (
    insert into connections (company_id, id, name, is_default, desired_state, status, status_since, created_at, updated_at)
      overriding system value
    select $1::int, base.connection + n, 'Loja ' || n, n = 1, 'log-out', 'DISCONNECTED', $3, $3, $3
    from generate_series(1, $2::int) n, base
    returning id)
  insert into connection_queues (company_id, connection_id, queue_id)
  select $1::int, made.id, q.id from made, queues q where q.company_id = $1::int`

/**
 * The first of five is an admin, the second a supervisor; an attendant serves four queues. All have the admin's
 * password.
 */
const users = `
  with made as (
    insert into users (company_id, id, name, email, password_hash, profile, created_at, updated_at)
      overriding system value
    select $1::int, base.account + n, 'Atendente ' || n, 'atendente' || n || '@empresa' || $1::int || '.example.com',
      (select password_hash from users where company_id = $1::int limit 1),
      case when n % 15 = 1 then 'admin' when n % 15 = 2 then 'supervisor' else 'user' end, $4, $4
    from generate_series(1, $2::int - 1) n, base
    returning id)
  insert into user_queues (company_id, user_id, queue_id)
  select distinct $1::int, made.id, base.queue + 1 + (made.id + k * 3) % $3::int
  from made, generate_series(0, 3) k, base`

const tags = `
  insert into tags (company_id, id, name, color, created_at, updated_at) overriding system value
  select $1::int, base.tag + n, 'Etiqueta ' || n, '#3D7DD8', $2, $2
  from generate_series(1, 10) n, base`

const contacts = `
  with made as (
    insert into contacts (company_id, id, uuid, name, name_source, number, created_at, updated_at)
      overriding system value
    select $1::int, base.contact + n, md5('contact ' || $1::int || ' ' || n)::uuid,
      ($3::text[])[1 + floor(pg_temp.chance(n, 1) * cardinality($3::text[]))] || ' ' ||
        ($4::text[])[1 + floor(pg_temp.chance(n, 2) * cardinality($4::text[]))],
      'push', '5551' || (900000000 + n), $5::timestamptz - interval '1 day' * $6::int * pg_temp.chance(n, 9), $5
    from generate_series(1, $2::int) n, base
    returning id, number)
  insert into contact_addresses (company_id, kind, value, contact_id)
  select $1::int, 'phone', number, id from made`

/**
 * Numbers rise with time: the newest are live, each of another contact; the very newest belongs to the first contact.
 */
const tickets = `
  insert into tickets (company_id, id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, unread,
    waiting_since, created_at, last_at) overriding system value
  select $1::int, base.ticket + n, md5('ticket ' || $1::int || ' ' || n)::uuid,
    base.contact + case when age <= $3::int + $4::int then age else 1 + floor(pg_temp.chance(n, 3) ^ 2 * $5::int) end,
    base.connection + 1 + floor(pg_temp.chance(n, 4) * $8::int),
    base.queue + 1 + floor(pg_temp.chance(n, 5) ^ 1.5 * $6::int),
    case when status <> 'pending' then base.account + 1 + floor(pg_temp.chance(n, 6) * ($7::int - 1)) end,
    status, false,
    case when status = 'pending' then 1 + floor(pg_temp.chance(n, 7) * 4)
      when status = 'open' and pg_temp.chance(n, 7) < 0.4 then 1 else 0 end,
    case when status = 'pending' then last_at end,
    last_at - interval '1 hour' * (0.2 + pg_temp.chance(n, 8) * 30), last_at
  from (
    select n, $2::int + 1 - n as age,
      case when $2::int - n < $3::int then 'open' when $2::int - n < $3::int + $4::int then 'pending' else 'closed' end
        as status,
      $9::timestamptz - interval '1 day' * $10::int * (1 - n::float8 / $2::int) as last_at
    from generate_series(1, $2::int) n
  ) as numbered, base`

/**
 * In the order of their time, as they would have arrived. The long conversation is the newest ticket's, the first
 * contact's. One in twenty names an order.
 */
const messages = `
  insert into messages (company_id, ticket_id, contact_id, user_id, connection_id, whatsapp_id, body, from_me, ack,
    is_read, created_at, updated_at)
  select $1::int, ticket_id, contact_id, case when from_me then user_id end, connection_id,
    '3EB0' || upper(substr(md5($1::int || ' ' || ticket_id || ' ' || k), 1, 18)),
    case when pg_temp.chance(number, 11) < 0.00005 then $5
      else ($4::text[])[1 + floor(pg_temp.chance(number, 12) ^ 2.2 * cardinality($4::text[]))] end ||
      case when pg_temp.chance(number, 13) < 0.05
        then ' É o pedido ' || floor(pg_temp.chance(number, 14) * 10000) || '.' else '' end,
    from_me, case when from_me then 3 else 0 end, from_me or status <> 'pending' or k < 2, at, at
  from (
    select t.*, k, t.id as ticket_id, k % 2 = 0 as from_me, t.id * 1000003::bigint + k as number,
      t.created_at + (t.last_at - t.created_at) * (k::float8 / wanted) as at
    from (
      select t.*, case when row_number() over (order by t.id desc) = 1 and $3::int > 0 then $3::int
        else 1 + floor(-ln(1 - pg_temp.chance(t.id, 15)) * ($2::float8 - 1) * 1.0) end::int as wanted
      from tickets t where t.company_id = $1::int
    ) t, generate_series(1, t.wanted) k
  ) as numbered
  order by at, ticket_id, k`

const lastMessages = `
  update tickets t set last_message = m.body, last_message_id = m.id, last_message_from_me = m.from_me,
    last_message_ack = m.ack, last_at = m.created_at
  from (
    select distinct on (ticket_id) ticket_id, id, body, from_me, ack, created_at
    from messages where company_id = $1::int order by ticket_id, id desc
  ) m
  where t.company_id = $1::int and t.id = m.ticket_id`

/** Triggers are disabled while it fills. */
const ticketCounterDeltas = `
  insert into ticket_counter_deltas (company_id, status, queue_id, user_id, is_unread, tickets, is_compacted)
  select company_id, status, queue_id, user_id, unread > 0, count(*), true
  from tickets where company_id = $1::int group by 1, 2, 3, 4, 5`

const closedTicketDeltas = `
  insert into closed_ticket_deltas (company_id, day, queue_id, tickets, is_compacted)
  select company_id, (last_at at time zone 'UTC')::date, queue_id, count(*), true
  from tickets where company_id = $1::int and status = 'closed' group by 1, 2, 3`

const contactCounterDeltas = `
  insert into contact_counter_deltas (company_id, day, created, listed, is_compacted)
  select company_id, (created_at at time zone 'UTC')::date, count(*), count(*), true
  from contacts where company_id = $1::int group by 1, 2`

const ticketTags = `
  insert into ticket_tags (company_id, ticket_id, tag_id)
  select $1::int, t.id, base.tag + 1 + floor(pg_temp.chance(t.id, 22) * 10)
  from tickets t, base where t.company_id = $1::int and pg_temp.chance(t.id, 21) < 0.3`

const ticketEvents = `
  insert into ticket_events (company_id, ticket_id, kind, at, user_id, queue_id)
  select $1::int, t.id, e.kind, e.at, case when e.kind in ('accepted', 'closed') then t.user_id end, t.queue_id
  from tickets t, lateral (values
    ('created', t.created_at),
    ('queued', t.created_at + interval '1 second'),
    ('accepted', case when t.status <> 'pending' then t.created_at + interval '7 minutes' end),
    ('closed', case when t.status = 'closed' then t.last_at + interval '2 minutes' end)
  ) as e (kind, at)
  where t.company_id = $1::int and e.at is not null
  order by e.at, t.id`
