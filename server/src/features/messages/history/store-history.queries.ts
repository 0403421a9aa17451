import type { ConnectionId, ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { statement } from '../../../platform/database/statement'

/** The time of the first message received live. Messages of the history have negative ids. */
export const firstLiveMessageTime = statement<{ contactId: ContactId }, { created_at: Date }>(
  'messages.firstReceivedLive',
  `select created_at from messages where contact_id = :contactId and id > 0 order by id limit 1`,
)

/**
 * Inserts messages of the phone's history that are not stored yet. Those older than `liveSince`, the first live
 * message, get negative ids in order of time: Unix seconds times a million, minus the larger 4e15. Later ones, sent
 * while the phone was not linked, get new ids.
 */
export const insertHistoryMessages = statement<
  {
    ticketId: TicketId
    contactId: ContactId
    connectionId: ConnectionId
    whatsappIds: readonly string[]
    authorContactIds: readonly (ContactId | null)[]
    bodies: readonly string[]
    fromMe: readonly boolean[]
    mediaTypes: readonly (MediaType | null)[]
    media: readonly (string | null)[]
    sealedMediaReferences: readonly (Buffer | null)[]
    areViewOnce: readonly boolean[]
    linkPreviews: readonly (string | null)[]
    sentAt: readonly Date[]
    liveSince: Date | null
    at: Date
  },
  { id: MessageId; whatsapp_id: string }
>(
  'messages.insertHistory',
  `
  insert into messages as m
    (company_id, id, ticket_id, contact_id, author_contact_id, connection_id, whatsapp_id, body, from_me, ack, is_read,
     media_type, media, sealed_media_reference, is_view_once, link_preview, origin, created_at, updated_at)
  overriding system value
  select current_company(),
    case
      when :liveSince::timestamptz is null or h.sent_at < :liveSince then
        floor(extract(epoch from h.sent_at))::bigint * 1000000 + nextval('history_places') - 4000000000000000
      else nextval(pg_get_serial_sequence('messages', 'id'))
    end,
    :ticketId, :contactId, h.author_contact_id, :connectionId, h.whatsapp_id, h.body, h.from_me, case when h.from_me
      then 1 else 0 end, true,
    h.media_type, h.media, h.sealed_media_reference, h.is_view_once, h.link_preview,
    case when h.from_me then 'device' end, h.sent_at, :at
  from (
    select u.*
    from unnest(:whatsappIds::text[], :authorContactIds::int[], :bodies::text[], :fromMe::boolean[],
      :mediaTypes::text[], :media::jsonb[], :sealedMediaReferences::bytea[],
        :areViewOnce::boolean[], :linkPreviews::jsonb[], :sentAt::timestamptz[])
      with ordinality as u (whatsapp_id, author_contact_id, body, from_me, media_type, media, sealed_media_reference,
        is_view_once, link_preview, sent_at, place)
    order by u.place
  ) as h
  on conflict (company_id, whatsapp_id, contact_id, from_me, (coalesce(author_contact_id, 0))) do nothing
  returning m.id, m.whatsapp_id
  `,
)

export const linkQuotesOfHistory = statement<{
  ids: readonly MessageId[]
  quotedWhatsappIds: readonly string[]
}>(
  'messages.quoteHistory',
  `
  update messages as m
  set quoted_id = quoted.id
  from unnest(:ids::bigint[], :quotedWhatsappIds::text[]) as answer (id, quoted_whatsapp_id)
  join messages asking on asking.id = answer.id
  join messages quoted on quoted.company_id = asking.company_id and quoted.whatsapp_id = answer.quoted_whatsapp_id
    and quoted.contact_id = asking.contact_id
  where m.id = answer.id
  `,
)

export const firstAndLastTimeOfTicket = statement<{ ticketId: TicketId }, { first_at: Date; last_at: Date }>(
  'messages.spanOfTicket',
  `select min(created_at) as first_at, max(created_at) as last_at from messages where ticket_id = :ticketId`,
)

/** Deletes a history message that also arrives live. No row for any other message. */
export const deleteHistoryCopyRow = statement<
  { contactId: ContactId; whatsappId: string; fromMe: boolean; authorContactId: ContactId | null },
  { ticket_id: TicketId }
>(
  'messages.deleteHistoryCopyRow',
  `
  delete from messages as m
  using tickets t
  where m.contact_id = :contactId and m.whatsapp_id = :whatsappId and m.from_me = :fromMe
    and m.author_contact_id is not distinct from :authorContactId
    and t.company_id = m.company_id and t.id = m.ticket_id and t.is_history and t.status = 'closed'
  returning m.ticket_id
  `,
)
