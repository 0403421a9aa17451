import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../../src/platform/database/statement'

// The demo writes the tables of many features, set by set: hundreds of rows through the features' verbs would take
// minutes, and the verbs would send them. It runs once, on an empty database, over the company that it has just made.
// Names stand for ids throughout; they are unique in the company.

type Set = [companyId: CompanyId, rows: string, now: Date]

export const insertQueues = statement<Set>(
  'demo.insertQueues',
  `
  insert into queues (company_id, name, color, order_queue, greeting_message, schedules, created_at, updated_at)
  select $1, r.name, r.color, r.place, r.greeting, r.schedules, $3, $3
  from jsonb_to_recordset($2::jsonb) as r (name text, color text, place int, greeting text, schedules jsonb)
  order by r.place
  `,
)

export const insertTags = statement<Set>(
  'demo.insertTags',
  `
  insert into tags (company_id, name, color, created_at, updated_at)
  select $1, r.name, r.color, $3, $3
  from jsonb_to_recordset($2::jsonb) as r (name text, color text)
  `,
)

export const insertQuickAnswers = statement<Set>(
  'demo.insertQuickAnswers',
  `
  insert into quick_messages (company_id, shortcode, message, is_shared, created_at, updated_at)
  select $1, r.shortcode, r.message, true, $3, $3
  from jsonb_to_recordset($2::jsonb) as r (shortcode text, message text)
  `,
)

export const insertConnections = statement<Set>(
  'demo.insertConnections',
  `
  with made as (
    insert into connections (company_id, name, is_default, greeting_message, status_since, created_at, updated_at)
    select $1, r.name, r."isDefault", r.greeting, $3, $3, $3
    from jsonb_to_recordset($2::jsonb) as r (name text, "isDefault" boolean, greeting text)
    returning id, name)
  insert into connection_queues (company_id, connection_id, queue_id)
  select $1, made.id, q.id
  from jsonb_to_recordset($2::jsonb) as r (name text, queues text[])
  join made on made.name = r.name
  join queues q on q.company_id = $1 and q.name = any (r.queues)
  `,
)

export const insertColleagues = statement<Set>(
  'demo.insertColleagues',
  `
  with made as (
    insert into users
      (company_id, name, email, password_hash, profile, all_ticket, default_connection_id, created_at, updated_at)
    select $1, r.name, r.email, r."passwordHash", r.profile, r."allTicket", c.id, $3, $3
    from jsonb_to_recordset($2::jsonb)
      as r (name text, email text, "passwordHash" text, profile text, "allTicket" boolean)
    left join connections c on c.company_id = $1 and c.is_default
    returning id, email)
  insert into user_queues (company_id, user_id, queue_id)
  select $1, made.id, q.id
  from jsonb_to_recordset($2::jsonb) as r (email text, queues text[])
  join made on made.email = r.email
  join queues q on q.company_id = $1 and q.name = any (r.queues)
  `,
)

/** A company ignores groups until its admin wants them; the demo's phones have one, to be seen. */
export const letGroupsIn = statement<[companyId: CompanyId]>(
  'demo.letGroupsIn',
  `
  insert into settings (company_id, key, value) values ($1, 'CheckMsgIsGroup', 'disabled')
  on conflict (company_id, key) do update set value = excluded.value
  `,
)

export const insertCustomers = statement<Set>(
  'demo.insertCustomers',
  `
  with made as (
    insert into contacts (company_id, uuid, name, name_source, number, email, extra_info, created_at, updated_at)
    select $1, r.uuid, r.name, 'push', r.phone, r.email, r."extraInfo", r."createdAt", $3
    from jsonb_to_recordset($2::jsonb)
      as r (uuid uuid, name text, phone text, email text, "extraInfo" jsonb, "createdAt" timestamptz)
    returning id, number)
  insert into contact_addresses (company_id, kind, value, contact_id)
  select $1, 'phone', made.number, made.id from made
  `,
)

/** In the order given: identities then rise with time. */
export const insertTickets = statement<[companyId: CompanyId, rows: string]>(
  'demo.insertTickets',
  `
  insert into tickets
    (company_id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, unread, last_message,
     last_message_from_me, last_message_ack, waiting_since, created_at, last_at)
  select $1, r.uuid, k.id, w.id, q.id, u.id, r.status, false, r.unread, r."lastMessage", r."lastFromMe", r."lastAck",
    r."waitingSince", r."createdAt", r."lastAt"
  from jsonb_to_recordset($2::jsonb) as r (
    place int, uuid uuid, "customerUuid" uuid, connection text, queue text, owner text, status text, unread int,
    "lastMessage" text, "lastFromMe" boolean, "lastAck" smallint, "waitingSince" timestamptz,
    "createdAt" timestamptz, "lastAt" timestamptz)
  join contacts k on k.company_id = $1 and k.uuid = r."customerUuid"
  join connections w on w.company_id = $1 and w.name = r.connection
  left join queues q on q.company_id = $1 and q.name = r.queue
  left join users u on u.company_id = $1 and u.email = r.owner
  order by r.place
  `,
)

export const insertTicketTags = statement<[companyId: CompanyId, rows: string]>(
  'demo.insertTicketTags',
  `
  insert into ticket_tags (company_id, ticket_id, tag_id)
  select $1, t.id, g.id
  from jsonb_to_recordset($2::jsonb) as r (uuid uuid, tags text[])
  join tickets t on t.company_id = $1 and t.uuid = r.uuid
  join tags g on g.company_id = $1 and g.name = any (r.tags)
  `,
)

/** Each at the customer's newest ticket. */
export const insertNotes = statement<Set>(
  'demo.insertNotes',
  `
  insert into ticket_notes (company_id, ticket_id, contact_id, user_id, note, created_at, updated_at)
  select $1, t.id, c.id, u.id, r.note, at, at
  from jsonb_to_recordset($2::jsonb) as r (customer text, author text, note text, "minutesAgo" int)
  join contacts c on c.company_id = $1 and c.name = r.customer
  join users u on u.company_id = $1 and u.email = r.author
  cross join lateral (
    select id from tickets where company_id = $1 and contact_id = c.id order by id desc limit 1) t
  cross join lateral (values ($3::timestamptz - r."minutesAgo" * interval '1 minute')) as moment (at)
  order by at
  `,
)

/** A group of everybody, owned by whoever spoke first. */
export const insertTeamTalk = statement<Set>(
  'demo.insertTeamTalk',
  `
  with said as (
    select u.id as author, u.name, r.message, $3::timestamptz - r."minutesAgo" * interval '1 minute' as at
    from jsonb_to_recordset($2::jsonb) as r (author text, message text, "minutesAgo" int)
    join users u on u.company_id = $1 and u.email = r.author
  ), chat as (
    insert into chats (company_id, uuid, title, owner_id, last_message, message_count, created_at, updated_at)
    select $1, gen_random_uuid(), 'Equipe da loja', (array_agg(author order by at))[1],
      (array_agg(name || ': ' || message order by at desc))[1], count(*), min(at), max(at)
    from said
    returning id, created_at
  ), members as (
    insert into chat_members (company_id, chat_id, user_id, joined_at)
    select $1, chat.id, u.id, chat.created_at from chat, users u where u.company_id = $1 and not u.is_support
  )
  insert into chat_messages (company_id, chat_id, sender_id, client_id, message, created_at)
  select $1, chat.id, author, gen_random_uuid(), message, at from said, chat order by at
  `,
)

/** With how long the wait and the attendance took, as `tickets.insertEvent` keeps it: the dashboard's figures (DASH-14). */
export const insertTicketEvents = statement<[companyId: CompanyId, rows: string]>(
  'demo.insertTicketEvents',
  `
  insert into ticket_events (company_id, ticket_id, kind, at, user_id, queue_id, seconds)
  select $1, t.id, r.kind, r.at, case when r.kind in ('accepted', 'closed') then t.user_id end, t.queue_id,
    extract(epoch from r.at - case r.kind
      when 'accepted' then max(r.at) filter (where r.kind = 'created') over of_ticket
      when 'closed' then max(r.at) filter (where r.kind = 'accepted') over of_ticket
    end)::int
  from jsonb_to_recordset($2::jsonb) as r (uuid uuid, kind text, at timestamptz)
  join tickets t on t.company_id = $1 and t.uuid = r.uuid
  window of_ticket as (partition by r.uuid)
  order by r.at, r.kind -- created before queued
  `,
)

/** In order of time, so that identities rise with it: conversations are read by identity. */
export const insertMessages = statement<[companyId: CompanyId, rows: string]>(
  'demo.insertMessages',
  `
  insert into messages
    (company_id, ticket_id, contact_id, user_id, connection_id, whatsapp_id, body, from_me, ack, is_read, media_type,
     media, origin, created_at, updated_at, sent_at, delivered_at, read_at)
  select $1, t.id, t.contact_id, case when r."fromMe" then t.user_id end, t.connection_id, r."whatsappId", r.body,
    r."fromMe", r.ack, r."isRead", case when r.media is not null then 'image' end, r.media,
    case when r."fromMe" then 'person' end, r.at, r.at,
    case when r."fromMe" and r.ack >= 1 then r.at + interval '1 second' end,
    case when r."fromMe" and r.ack >= 2 then r.at + interval '3 seconds' end,
    case when r."fromMe" and r.ack >= 3 then r.at + interval '20 seconds' end
  from jsonb_to_recordset($2::jsonb) as r (
    uuid uuid, "whatsappId" text, body text, "fromMe" boolean, ack smallint, "isRead" boolean, media jsonb,
    at timestamptz)
  join tickets t on t.company_id = $1 and t.uuid = r.uuid
  order by r.at
  `,
)

export const linkQuotes = statement<[companyId: CompanyId, rows: string]>(
  'demo.linkQuotes',
  `
  update messages m set quoted_id = quoted.id
  from jsonb_to_recordset($2::jsonb) as r ("whatsappId" text, quotes text)
  join messages quoted on quoted.company_id = $1 and quoted.whatsapp_id = r.quotes
  where m.company_id = $1 and m.whatsapp_id = r."whatsappId"
  `,
)

export const pointToLastMessages = statement<[companyId: CompanyId]>(
  'demo.pointToLastMessages',
  `
  update tickets t set last_message_id = newest.id
  from (select ticket_id, max(id) as id from messages where company_id = $1 group by ticket_id) newest
  where t.company_id = $1 and t.id = newest.ticket_id
  `,
)

/** One open, due in twelve days, after three that were paid. */
export const insertInvoices = statement<[companyId: CompanyId, detail: string, value: number, at: Date]>(
  'demo.insertInvoices',
  `
  insert into invoices (company_id, detail, value, due_date, status, paid_at, created_at, updated_at)
  select $1, $2, $3, due, case when n = 0 then 'open' else 'paid' end, case when n > 0 then due end, $4, $4
  from generate_series(3, 0, -1) as n
  cross join lateral (values (($4::timestamptz + interval '12 days' - n * interval '1 month')::date)) as day (due)
  `,
)
