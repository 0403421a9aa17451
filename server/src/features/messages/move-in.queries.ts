import type { JsonRows } from '../../platform/database/insert-rows'
import { type NoParams, statement } from '../../platform/database/statement'

/** Imported messages get negative ids that begin with their time, so that ids sort by time in any order of imports. */
export const insertMovedMessages = statement<
  JsonRows & { at: Date },
  { id: number; whatsapp_id: string | null; client_id: string | null; contact_id: number }
>(
  'messages.insertMoved',
  `
  insert into messages as m
    (company_id, id, ticket_id, contact_id, author_contact_id, user_id, connection_id, whatsapp_id, client_id, body, from_me,
     ack, failure, is_read, media_type, media, is_deleted, is_automatic, edited_at, is_view_once, link_preview, location,
     origin, created_at, updated_at)
  overriding system value
  select current_company(),
    floor(extract(epoch from r.created_at))::bigint * 1000000 + nextval('history_places') - 4000000000000000,
    r.ticket_id, r.contact_id, r.author_contact_id, r.user_id, r.connection_id, r.whatsapp_id, r.client_id, r.body,
    r.from_me, r.ack, r.failure, r.is_read, r.media_type, r.media, r.is_deleted,
    coalesce(r.origin in ('bot', 'automatic'), false), r.edited_at, r.is_view_once,
    r.link_preview, r.location, r.origin, r.created_at, :at
  from jsonb_populate_recordset(null::messages, :rows::jsonb) as r
  on conflict do nothing
  returning m.id, m.whatsapp_id, m.client_id, m.contact_id
  `,
)

/** Looks up each message in the index. A scan of a table without statistics took 8 s for 100,000 messages. */
export const storedMovedMessages = statement<
  { whatsappIds: readonly string[]; clientIds: readonly string[] },
  {
    id: number
    whatsapp_id: string | null
    client_id: string | null
    contact_id: number
    from_me: boolean
    lacks_file: boolean
  }
>(
  'messages.knownMoved',
  `
  select m.id, m.whatsapp_id, m.client_id, m.contact_id, m.from_me, m.lacks_file
  from unnest(:whatsappIds::text[]) as wanted (whatsapp_id)
  cross join lateral (
    select k.id, k.whatsapp_id, k.client_id, k.contact_id, k.from_me,
      coalesce(k.media ->> 'state' = 'failed', false) as lacks_file
    from messages k
    where k.company_id = (select current_company()) and k.whatsapp_id = wanted.whatsapp_id offset 0
  ) as m
  union
  select m.id, m.whatsapp_id, m.client_id, m.contact_id, m.from_me, m.lacks_file
  from unnest(:clientIds::uuid[]) as wanted (client_id)
  cross join lateral (
    select k.id, k.whatsapp_id, k.client_id, k.contact_id, k.from_me,
      coalesce(k.media ->> 'state' = 'failed', false) as lacks_file
    from messages k
    where k.company_id = (select current_company()) and k.client_id = wanted.client_id offset 0
  ) as m
  `,
)

/**
 * Updates imported messages that changed in the source. An outgoing one gets the WhatsApp id that the source did not
 * have before. A body may change without an edit: the product ticketz replaces that of a sound by a transcript.
 */
export const updateMovedMessages = statement<JsonRows & { at: Date }>(
  'messages.updateMoved',
  `
  update messages m
  set whatsapp_id = coalesce(m.whatsapp_id, r.whatsapp_id), ack = greatest(m.ack, r.ack), failure = r.failure,
    is_read = m.is_read or r.is_read, is_deleted = m.is_deleted or r.is_deleted,
    body = coalesce(f.body, m.body), edited_at = coalesce(r.edited_at, m.edited_at), user_id = coalesce(m.user_id, r.user_id),
    media = case when f.is_found then r.media else m.media end,
    media_type = case when f.is_found then r.media_type else m.media_type end, updated_at = :at
  from jsonb_populate_recordset(null::messages, :rows::jsonb) as r
  cross join lateral (
    select coalesce(r.media ->> 'state' = 'ready', false) as is_found,
      case when not r.is_deleted then nullif(r.body, '') end as body
  ) as f
  where m.id = r.id and m.company_id = (select current_company())
    and (f.is_found
      or (coalesce(m.whatsapp_id, r.whatsapp_id), greatest(m.ack, r.ack), m.is_read or r.is_read,
          m.is_deleted or r.is_deleted, coalesce(r.edited_at, m.edited_at), r.failure, coalesce(f.body, m.body),
          coalesce(m.user_id, r.user_id))
        is distinct from (m.whatsapp_id, m.ack, m.is_read, m.is_deleted, m.edited_at, m.failure, m.body, m.user_id))
  `,
)

export const linkQuotesOfMovedMessages = statement<{ ids: readonly number[]; quotedIds: readonly number[] }>(
  'messages.quoteMoved',
  `
  update messages m
  set quoted_id = q.quoted_id
  from unnest(:ids::bigint[], :quotedIds::bigint[]) as q (id, quoted_id)
  where m.id = q.id and m.company_id = (select current_company()) and m.quoted_id is null
  `,
)

/** The source stored reactions as messages. Of two reactions by one person to a message the newer stays. */
export const insertMovedReactions = statement<JsonRows>(
  'messages.insertMovedReactions',
  `
  insert into message_reactions as e (company_id, message_id, contact_id, emoji, at)
  select distinct on (r.message_id, coalesce(r.contact_id, 0)) current_company(), r.message_id, r.contact_id, r.emoji, r.at
  from jsonb_to_recordset(:rows::jsonb) as r (message_id bigint, contact_id int, emoji text, at timestamptz)
  order by r.message_id, coalesce(r.contact_id, 0), r.at desc
  on conflict (company_id, message_id, (coalesce(contact_id, 0))) do update
  set emoji = excluded.emoji, at = excluded.at
  where e.at < excluded.at
  `,
)

export const countMovedMessages = statement<NoParams, { rows: number }>(
  'messages.countMoved',
  `select count(*) as rows from messages where id < 0`,
)
