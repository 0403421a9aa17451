import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../../src/platform/database/statement'

// The demo writes the tables of many features directly: hundreds of rows through the features' verbs would take
// minutes, and the verbs would send the messages. It runs once, on an empty database, for the company that it has
// just created. Names replace ids in its data; they are unique in the company.

type Set = { companyId: CompanyId; rows: string; now: Date }

export const insertQueues = statement<Set>(
  'demo.insertQueues',
  `
  insert into queues (company_id, name, color, order_queue, greeting_message, schedules, created_at, updated_at)
  select :companyId, r.name, r.color, r.place, r.greeting, r.schedules, :now, :now
  from jsonb_to_recordset(:rows::jsonb) as r (name text, color text, place int, greeting text, schedules jsonb)
  order by r.place
  `,
)

export const insertTags = statement<Set>(
  'demo.insertTags',
  `
  insert into tags (company_id, name, color, kanban, created_at, updated_at)
  select :companyId, r.name, r.color, r.kanban, :now, :now
  from jsonb_to_recordset(:rows::jsonb) as r (name text, color text, kanban boolean)
  `,
)

export const insertQuickAnswers = statement<Set>(
  'demo.insertQuickAnswers',
  `
  insert into quick_messages (company_id, shortcode, message, is_shared, created_at, updated_at)
  select :companyId, r.shortcode, r.message, true, :now, :now
  from jsonb_to_recordset(:rows::jsonb) as r (shortcode text, message text)
  `,
)

export const insertConnections = statement<Set>(
  'demo.insertConnections',
  `
  with made as (
    insert into connections (company_id, name, is_default, greeting_message, status_since, created_at, updated_at)
    select :companyId, r.name, r."isDefault", r.greeting, :now, :now, :now
    from jsonb_to_recordset(:rows::jsonb) as r (name text, "isDefault" boolean, greeting text)
    returning id, name)
  insert into connection_queues (company_id, connection_id, queue_id)
  select :companyId, made.id, q.id
  from jsonb_to_recordset(:rows::jsonb) as r (name text, queues text[])
  join made on made.name = r.name
  join queues q on q.company_id = :companyId and q.name = any (r.queues)
  `,
)

export const insertColleagues = statement<Set>(
  'demo.insertColleagues',
  `
  with made as (
    insert into users
      (company_id, name, email, password_hash, profile, all_ticket, default_connection_id, created_at, updated_at)
    select :companyId, r.name, r.email, r."passwordHash", r.profile, r."allTicket", c.id, :now, :now
    from jsonb_to_recordset(:rows::jsonb)
      as r (name text, email text, "passwordHash" text, profile text, "allTicket" boolean)
    left join connections c on c.company_id = :companyId and c.is_default
    returning id, email)
  insert into user_queues (company_id, user_id, queue_id)
  select :companyId, made.id, q.id
  from jsonb_to_recordset(:rows::jsonb) as r (email text, queues text[])
  join made on made.email = r.email
  join queues q on q.company_id = :companyId and q.name = any (r.queues)
  `,
)

/**
 * Enables groups, which a company ignores by default, because the demo's phones have one. Enables ratings, because
 * the history has some.
 */
export const chooseSettings = statement<{ companyId: CompanyId }>(
  'demo.chooseSettings',
  `
  insert into settings (company_id, key, value)
  values (:companyId, 'CheckMsgIsGroup', 'disabled'), (:companyId, 'userRating', 'enabled')
  on conflict (company_id, key) do update set value = excluded.value
  `,
)

export const insertCustomers = statement<Set>(
  'demo.insertCustomers',
  `
  with made as (
    insert into contacts (company_id, uuid, name, name_source, number, email, extra_info, created_at, updated_at)
    select :companyId, r.uuid, r.name, 'push', r.phone, r.email, r."extraInfo", r."createdAt", :now
    from jsonb_to_recordset(:rows::jsonb)
      as r (uuid uuid, name text, phone text, email text, "extraInfo" jsonb, "createdAt" timestamptz)
    returning id, number)
  insert into contact_addresses (company_id, kind, value, contact_id)
  select :companyId, 'phone', made.number, made.id from made
  `,
)

/** In the given order, so that ids rise with time. */
export const insertTickets = statement<{ companyId: CompanyId; rows: string }>(
  'demo.insertTickets',
  `
  insert into tickets
    (company_id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, unread, last_message,
     last_message_from_me, last_message_ack, waiting_since, created_at, last_at)
  select :companyId, r.uuid, k.id, w.id, q.id, u.id, r.status, false, r.unread, r."lastMessage", r."lastFromMe",
    r."lastAck",
    r."waitingSince", r."createdAt", r."lastAt"
  from jsonb_to_recordset(:rows::jsonb) as r (
    place int, uuid uuid, "customerUuid" uuid, connection text, queue text, owner text, status text, unread int,
    "lastMessage" text, "lastFromMe" boolean, "lastAck" smallint, "waitingSince" timestamptz,
    "createdAt" timestamptz, "lastAt" timestamptz)
  join contacts k on k.company_id = :companyId and k.uuid = r."customerUuid"
  join connections w on w.company_id = :companyId and w.name = r.connection
  left join queues q on q.company_id = :companyId and q.name = r.queue
  left join users u on u.company_id = :companyId and u.email = r.owner
  order by r.place
  `,
)

export const insertTicketTags = statement<{ companyId: CompanyId; rows: string }>(
  'demo.insertTicketTags',
  `
  insert into ticket_tags (company_id, ticket_id, tag_id)
  select :companyId, t.id, g.id
  from jsonb_to_recordset(:rows::jsonb) as r (uuid uuid, tags text[])
  join tickets t on t.company_id = :companyId and t.uuid = r.uuid
  join tags g on g.company_id = :companyId and g.name = any (r.tags)
  `,
)

/** Each belongs to the customer's newest ticket. */
export const insertNotes = statement<{ companyId: CompanyId; rows: string }>(
  'demo.insertNotes',
  `
  insert into ticket_notes (company_id, ticket_id, contact_id, user_id, note, created_at, updated_at)
  select :companyId, t.id, c.id, u.id, r.note, r.at, r.at
  from jsonb_to_recordset(:rows::jsonb) as r (customer text, author text, note text, at timestamptz)
  join contacts c on c.company_id = :companyId and c.name = r.customer
  join users u on u.company_id = :companyId and u.email = r.author
  cross join lateral (
    select id from tickets where company_id = :companyId and contact_id = c.id order by id desc limit 1) t
  order by r.at
  `,
)

/** The first writer owns the chat. Without members it has all users, without a title it has two. */
export const insertTeamChats = statement<{ companyId: CompanyId; rows: string }>(
  'demo.insertTeamChats',
  `
  with told as (
    select row_number() over () as place, r.title, r.members, r.unread, r.said
    from jsonb_to_recordset(:rows::jsonb) as r (title text, members text[], unread int, said jsonb)
  ), said as (
    select told.place, u.id as author, u.name, s.message, s.at
    from told, jsonb_to_recordset(told.said) as s (author text, message text, at timestamptz)
    join users u on u.company_id = :companyId and u.email = s.author
  ), people as (
    select told.place, u.id as user_id, told.unread
    from told
    join users u on u.company_id = :companyId and not u.is_support
      and (told.members is null or u.email = any (told.members))
  ), chat as (
    insert into chats (company_id, uuid, title, owner_id, direct_pair, last_message, message_count, created_at, updated_at)
    select :companyId, gen_random_uuid(), told.title, first.author,
      case when told.title = '' then (select string_agg(user_id::text, '-' order by user_id) from people p
        where p.place = told.place) end,
      last.name || ': ' || last.message, (select count(*) from said where said.place = told.place), first.at, last.at
    from told
    cross join lateral (select * from said where said.place = told.place order by at limit 1) first
    cross join lateral (select * from said where said.place = told.place order by at desc limit 1) last
    order by last.at
    returning id, created_at, updated_at
  ), placed as (
    select chat.id, chat.created_at, said.place, last.author as last_author
    from chat
    join said on said.at = chat.created_at
    join said last on last.place = said.place and last.at = chat.updated_at
  ), members as (
    insert into chat_members (company_id, chat_id, user_id, joined_at, unreads)
    select :companyId, placed.id, people.user_id, placed.created_at,
      case when people.user_id = placed.last_author then 0 else people.unread end
    from placed join people on people.place = placed.place
  )
  insert into chat_messages (company_id, chat_id, sender_id, client_id, message, created_at)
  select :companyId, placed.id, said.author, gen_random_uuid(), said.message, said.at
  from placed join said on said.place = placed.place
  order by said.at
  `,
)

/** With the durations of wait and attendance, as `tickets.insertEvent` stores them for the dashboard (DASH-14). */
export const insertTicketEvents = statement<{ companyId: CompanyId; rows: string }>(
  'demo.insertTicketEvents',
  `
  insert into ticket_events (company_id, ticket_id, kind, at, user_id, queue_id, rating, seconds)
  select :companyId, t.id, r.kind, r.at, case when r.kind in ('accepted', 'closed', 'rated') then t.user_id end,
    t.queue_id,
    r.rating,
    extract(epoch from r.at - case r.kind
      when 'accepted' then max(r.at) filter (where r.kind = 'created') over of_ticket
      when 'closed' then max(r.at) filter (where r.kind = 'accepted') over of_ticket
    end)::int
  from jsonb_to_recordset(:rows::jsonb) as r (uuid uuid, kind text, at timestamptz, rating smallint)
  join tickets t on t.company_id = :companyId and t.uuid = r.uuid
  window of_ticket as (partition by r.uuid)
  order by r.at, r.kind -- created before queued
  `,
)

/** In order of time, so that ids rise with time: conversations are read in order of id. */
export const insertMessages = statement<{ companyId: CompanyId; rows: string }>(
  'demo.insertMessages',
  `
  insert into messages
    (company_id, ticket_id, contact_id, user_id, connection_id, whatsapp_id, body, from_me, ack, is_read, media_type,
     media, origin, created_at, updated_at, sent_at, delivered_at, read_at)
  select :companyId, t.id, t.contact_id, case when r."fromMe" then t.user_id end, t.connection_id, r."whatsappId",
    r.body,
    r."fromMe", r.ack, r."isRead", case when r.media is not null then 'image' end, r.media,
    case when r."fromMe" then 'person' end, r.at, r.at,
    case when r."fromMe" and r.ack >= 1 then r.at + interval '1 second' end,
    case when r."fromMe" and r.ack >= 2 then r.at + interval '3 seconds' end,
    case when r."fromMe" and r.ack >= 3 then r.at + interval '20 seconds' end
  from jsonb_to_recordset(:rows::jsonb) as r (
    uuid uuid, "whatsappId" text, body text, "fromMe" boolean, ack smallint, "isRead" boolean, media jsonb,
    at timestamptz)
  join tickets t on t.company_id = :companyId and t.uuid = r.uuid
  order by r.at
  `,
)

export const linkQuotes = statement<{ companyId: CompanyId; rows: string }>(
  'demo.linkQuotes',
  `
  update messages m set quoted_id = quoted.id
  from jsonb_to_recordset(:rows::jsonb) as r ("whatsappId" text, quotes text)
  join messages quoted on quoted.company_id = :companyId and quoted.whatsapp_id = r.quotes
  where m.company_id = :companyId and m.whatsapp_id = r."whatsappId"
  `,
)

export const pointToLastMessages = statement<{ companyId: CompanyId }>(
  'demo.pointToLastMessages',
  `
  update tickets t set last_message_id = newest.id
  from (select ticket_id, max(id) as id from messages where company_id = :companyId group by ticket_id) newest
  where t.company_id = :companyId and t.id = newest.ticket_id
  `,
)

/** Three paid invoices and an open one, due when the licence ends. */
export const insertInvoices = statement<{
  companyId: CompanyId
  detail: string
  value: number
  dueDate: string
  at: Date
}>(
  'demo.insertInvoices',
  `
  insert into invoices (company_id, detail, value, due_date, status, paid_at, created_at, updated_at)
  select :companyId, :detail, :value, due, case when n = 0 then 'open' else 'paid' end, case when n > 0 then due end,
    :at, :at
  from generate_series(3, 0, -1) as n
  cross join lateral (values ((:dueDate::date - n * interval '1 month')::date)) as day (due)
  `,
)

/** Sent schedules are in the past, the others in the future. */
export const insertSchedules = statement<{ companyId: CompanyId; rows: string; at: Date }>(
  'demo.insertSchedules',
  `
  insert into schedules
    (company_id, contact_id, user_id, connection_id, body, send_at, due_at, status, sent_at, created_at, updated_at)
  select :companyId, c.id, u.id, w.id, r.body, r.at, r.at, case when r.at <= :at then 'ENVIADA' else 'PENDENTE' end,
    case when r.at <= :at then r.at end, least(r.at, :at), least(r.at, :at)
  from jsonb_to_recordset(:rows::jsonb) as r (customer text, author text, body text, at timestamptz)
  join contacts c on c.company_id = :companyId and c.name = r.customer
  join users u on u.company_id = :companyId and u.email = r.author
  join connections w on w.company_id = :companyId and w.is_default
  order by r.at
  `,
)

/** Options of one level before those below them. */
export const insertQueueMenu = statement<{ companyId: CompanyId; rows: string; queue: string; at: Date }>(
  'demo.insertQueueMenu',
  `
  with above as (
    insert into queue_options (company_id, queue_id, option, title, message, created_at, updated_at)
    select :companyId, q.id, r.option, r.title, r.message, :at, :at
    from jsonb_to_recordset(:rows::jsonb) as r (title text, message text, option int, below text)
    join queues q on q.company_id = :companyId and q.name = :queue
    where r.below is null
    returning id, queue_id, title)
  insert into queue_options (company_id, queue_id, parent_id, option, title, message, created_at, updated_at)
  select :companyId, above.queue_id, above.id, r.option, r.title, r.message, :at, :at
  from jsonb_to_recordset(:rows::jsonb) as r (title text, message text, option int, below text)
  join above on above.title = r.below
  `,
)

export const insertPrompt = statement<{
  companyId: CompanyId
  name: string
  prompt: string
  queue: string
  at: Date
}>(
  'demo.insertPrompt',
  `
  insert into prompts (company_id, name, prompt, queue_id, voice, voice_region, max_tokens, temperature, max_messages,
    created_at, updated_at)
  select :companyId, :name, :prompt, q.id, 'texto', '', 100, 1, 10, :at, :at
  from queues q where q.company_id = :companyId and q.name = :queue
  `,
)

export const insertIntegration = statement<{
  companyId: CompanyId
  name: string
  url: string
  slug: string
  at: Date
}>(
  'demo.insertIntegration',
  `
  insert into queue_integrations (company_id, type, name, project_name, language, url, typebot_delay_message,
    typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
    typebot_unknown_message, created_at, updated_at)
  values (:companyId, 'typebot', :name, '', '', :url, 1000, 1, 'sair', 'recomeçar', 'Vamos recomeçar!', :slug,
    'Não entendi. Pode escrever de outro jeito?', :at, :at)
  `,
)

/** `media`: the facts of the stored picture. */
export const insertFileList = statement<{
  companyId: CompanyId
  name: string
  message: string
  files: string
  author: string
  at: Date
}>(
  'demo.insertFileList',
  `
  with made as (
    insert into file_lists (company_id, name, message, user_id, created_at, updated_at)
    select :companyId, :name, :message, u.id, :at, :at from users u where u.company_id = :companyId
      and u.email = :author
    returning id)
  insert into file_list_options (company_id, file_list_id, place, name, media, created_at, updated_at)
  select :companyId, made.id, r.place, r.name, r.media, :at, :at
  from made, jsonb_to_recordset(:files::jsonb) as r (place int, name text, media jsonb)
  `,
)

/** The platform's own, for every company. */
export const insertHelps = statement<{ rows: string; at: Date }>(
  'demo.insertHelps',
  `
  insert into helps (title, description, video, created_at, updated_at)
  select r.title, r.description, r.video, :at, :at
  from jsonb_to_recordset(:rows::jsonb) as r (title text, description text, video text)
  `,
)

export const insertAnnouncements = statement<{ rows: string; at: Date }>(
  'demo.insertAnnouncements',
  `
  insert into announcements (title, text, priority, is_active, created_at, updated_at)
  select r.title, r.text, r.priority, r."isActive", :at, :at
  from jsonb_to_recordset(:rows::jsonb) as r (title text, text text, priority smallint, "isActive" boolean)
  `,
)

/** Items of customers have their address, by which they are known; WhatsApp has reported the others as unknown. */
export const insertContactLists = statement<Set>(
  'demo.insertContactLists',
  `
  with told as (
    select * from jsonb_to_recordset(:rows::jsonb) as r (name text, phones text[], unknown jsonb)
  ), made as (
    insert into contact_lists (company_id, name, created_at, updated_at)
    select :companyId, told.name, :now, :now from told
    returning id, name)
  insert into contact_list_items
    (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due, created_at,
     updated_at)
  select :companyId, made.id, item.name, item.phone, item.phone, item.email, item.is_known, :now, false, :now, :now
  from made
  join told on told.name = made.name
  cross join lateral (
    select c.name, c.number as phone, c.email, true as is_known
    from contacts c where c.company_id = :companyId and c.number = any (told.phones)
    union all
    select u.name, u.phone, '', false from jsonb_to_recordset(told.unknown) as u (name text, phone text)
  ) item
  `,
)

export const insertCampaigns = statement<{ companyId: CompanyId; rows: string; at: Date }>(
  'demo.insertCampaigns',
  `
  with told as (
    select row_number() over () as place, r.*
    from jsonb_to_recordset(:rows::jsonb) as r (name text, list text, status text, messages text[],
      "confirmationMessages" text[], "scheduledAt" timestamptz, "startedAt" timestamptz, "completedAt" timestamptz,
      "createdAt" timestamptz, shipping jsonb)
  )
  insert into campaigns (company_id, name, messages, confirmation_messages, confirmation, status, scheduled_at,
    started_at, completed_at, connection_id, contact_list_id, created_at, updated_at)
  select :companyId, told.name, told.messages, told."confirmationMessages", told."confirmationMessages"[1] <> '',
    told.status,
    told."scheduledAt", told."startedAt", told."completedAt", w.id, l.id, told."createdAt", :at
  from told
  join contact_lists l on l.company_id = :companyId and l.name = told.list
  join connections w on w.company_id = :companyId and w.is_default
  order by told.place
  `,
)

/** The state of each contact of each campaign, by the campaign's name. */
export const insertShipping = statement<{ companyId: CompanyId; rows: string; at: Date }>(
  'demo.insertShipping',
  `
  insert into campaign_shipping (company_id, campaign_id, item_id, name, number, phone, email, is_valid, state, reason,
    contact_id, delivered_at, received_at, read_at, failed_at, created_at, updated_at)
  select :companyId, c.id, i.id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, s.state, s.reason,
    case when s.state in ('sent', 'delivered', 'read', 'failed') then k.id end, s."deliveredAt", s."receivedAt",
    s."readAt", s."failedAt", least(s."deliveredAt", s."failedAt", :at),
    coalesce(s."readAt", s."receivedAt", s."deliveredAt", s."failedAt", :at)
  from jsonb_to_recordset(:rows::jsonb) as r (name text, shipping jsonb)
  join campaigns c on c.company_id = :companyId and c.name = r.name
  cross join lateral rows from (jsonb_to_recordset(r.shipping) as (phone text, state text, reason text,
    "deliveredAt" timestamptz, "receivedAt" timestamptz, "readAt" timestamptz, "failedAt" timestamptz))
    with ordinality as s (phone, state, reason, "deliveredAt", "receivedAt", "readAt", "failedAt", place)
  join contact_list_items i on i.company_id = :companyId and i.contact_list_id = c.contact_list_id and i.phone = s.phone
  left join contacts k on k.company_id = :companyId and k.number = s.phone
  order by c.id, s.place
  `,
)

/** The running campaign continues at this pace as soon as its connection is linked. */
export const openCampaignSlot = statement<{
  companyId: CompanyId
  messageInterval: number
  longerIntervalAfter: number
  greaterInterval: number
  at: Date
}>(
  'demo.openCampaignSlot',
  `
  with pace as (
    insert into campaign_settings
      (company_id, message_interval, longer_interval_after, greater_interval, variables, opt_out_word, updated_at)
    values (:companyId, :messageInterval, :longerIntervalAfter, :greaterInterval, '[]', '', :at))
  insert into campaign_slots (company_id, connection_id, is_active, look_at, paced_until, long_pause_ended_at)
  select :companyId, w.id, true, :at, :at, :at from connections w where w.company_id = :companyId and w.is_default
  `,
)

/** Customers who opted out by replying to a campaign. */
export const insertOptOuts = statement<{
  companyId: CompanyId
  phones: readonly string[]
  campaign: string
  at: Date
}>(
  'demo.insertOptOuts',
  `
  insert into campaign_opt_outs (company_id, name, number, phone, word, campaign_id, created_at)
  select :companyId, c.name, c.number, c.number, 'Sair', k.id, :at
  from contacts c
  join campaigns k on k.company_id = :companyId and k.name = :campaign
  where c.company_id = :companyId and c.number = any (:phones)
  `,
)
