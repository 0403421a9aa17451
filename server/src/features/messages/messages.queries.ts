import type { ConnectionId, ContactId, MessageId, TicketId, UserId } from '@balcao/domain/ids'
import type { LinkPreview } from '@balcao/domain/link-preview'
import type { Ack, MediaType, MessageOrigin } from '@balcao/domain/messages'
import { statement } from '../../platform/database/statement'
import type { StoredLocation } from './incoming/shared-place'
import type { InteractiveContent } from './interactive'
import type { MediaMetadata } from './media/media-facts'
import type { UnsignedMessage } from './messages.view'
import { type MessageWireRow, quotedMessageSql, wireMessageSql } from './wire-message-sql'

export interface MessageRow {
  id: MessageId
  ticket_id: TicketId
  contact_id: ContactId
  author_contact_id: ContactId | null
  connection_id: ConnectionId | null
  whatsapp_id: string | null
  client_id: string | null
  body: string
  from_me: boolean
  ack: Ack
  failure: string | null
  media_type: MediaType | null
  media: MediaMetadata | null
  sealed_media_reference: Buffer | null
  quoted_id: MessageId | null
  is_deleted: boolean
  /** The time of the last edit, by the clock of its author's phone. */
  edited_at: Date | null
  /** The coordinates of a location message that we send. */
  location: StoredLocation | null
  link_preview: LinkPreview | null
  interactive: InteractiveContent | null
  created_at: Date
}

export const messageColumns = `
  m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
  m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
  m.location, m.link_preview, m.interactive, m.created_at`

export interface NewMessage {
  id: MessageId
  ticketId: TicketId
  contactId: ContactId
  authorContactId: ContactId | null
  userId: UserId | null
  connectionId: ConnectionId | null
  whatsappId: string
  clientId: string | null
  body: string
  fromMe: boolean
  ack: Ack
  isRead: boolean
  mediaType: MediaType | null
  media: MediaMetadata | null
  sealedMediaReference: Buffer | null
  quotedId: MessageId | null
  /** The kind of writer of an outgoing message, such as a person or a bot; null for an incoming one. */
  origin: MessageOrigin | null
  isViewOnce: boolean
  location: StoredLocation | null
  linkPreview: LinkPreview | null
  interactive: InteractiveContent | null
  /** A content that can't be shown, exactly as the provider sent it. */
  rawContent: string | null
  createdAt: Date
}

/** Reserves message ids. The caller has locked the ticket or contact, so the ids have the conversation's order. */
export const reserveMessageIds = statement<{ count: number }, { id: MessageId }>(
  'messages.reserveIds',
  `select nextval('messages_id_seq') as id from generate_series(1, :count::int)`,
)

/** Fails if WhatsApp's id or the client id of a message is stored already, so callers look for duplicates first. */
export const insertMessages = statement<{
  ids: readonly MessageId[]
  ticketIds: readonly TicketId[]
  contactIds: readonly ContactId[]
  authorContactIds: readonly (ContactId | null)[]
  userIds: readonly (UserId | null)[]
  connectionIds: readonly (ConnectionId | null)[]
  whatsappIds: readonly string[]
  clientIds: readonly (string | null)[]
  bodies: readonly string[]
  areFromMe: readonly boolean[]
  acks: readonly Ack[]
  areRead: readonly boolean[]
  mediaTypes: readonly (MediaType | null)[]
  media: readonly (string | null)[]
  sealedMediaReferences: readonly (Buffer | null)[]
  quotedIds: readonly (MessageId | null)[]
  areAutomatic: readonly boolean[]
  origins: readonly (MessageOrigin | null)[]
  areViewOnce: readonly boolean[]
  locations: readonly (string | null)[]
  linkPreviews: readonly (string | null)[]
  interactives: readonly (string | null)[]
  rawContents: readonly (string | null)[]
  createdAt: readonly Date[]
  now: Date
}>(
  'messages.insert',
  `
  insert into messages
    (company_id, id, ticket_id, contact_id, author_contact_id, user_id, connection_id, whatsapp_id, client_id, body,
     from_me, ack, is_read, media_type, media, sealed_media_reference, quoted_id, is_automatic, origin, is_view_once,
     location, link_preview, interactive, raw_content, created_at, updated_at)
  overriding system value
  select current_company(), n.id, n.ticket_id, n.contact_id, n.author_contact_id, n.user_id, n.connection_id,
    n.whatsapp_id, n.client_id, n.body, n.from_me, n.ack, n.is_read, n.media_type, n.media::jsonb,
    n.sealed_media_reference, n.quoted_id, n.is_automatic, n.origin, n.is_view_once, n.location::jsonb,
    n.link_preview::jsonb, n.interactive::jsonb, n.raw_content, n.created_at, :now
  from unnest(:ids::bigint[], :ticketIds::int[], :contactIds::int[], :authorContactIds::int[], :userIds::int[],
    :connectionIds::int[], :whatsappIds::text[], :clientIds::uuid[], :bodies::text[], :areFromMe::boolean[],
    :acks::int[], :areRead::boolean[], :mediaTypes::text[], :media::text[], :sealedMediaReferences::bytea[],
    :quotedIds::bigint[], :areAutomatic::boolean[], :origins::text[], :areViewOnce::boolean[], :locations::text[],
    :linkPreviews::text[], 
    :interactives::text[], :rawContents::text[], :createdAt::timestamptz[])
    as n (id, ticket_id, contact_id, author_contact_id, user_id, connection_id, whatsapp_id, client_id, body, from_me,
      ack, is_read, media_type, media, sealed_media_reference, quoted_id, is_automatic, origin, is_view_once, location,
      link_preview, interactive, raw_content, created_at)
  `,
)

/** Quoted messages in the wire format that the quoting message contains. */
export const quotedMessages = statement<
  { messageIds: readonly MessageId[] },
  { id: MessageId; quoted: UnsignedMessage['quotedMsg'] }
>(
  'messages.quoted',
  `
  select m.quoted_id as id, to_json(${quotedMessageSql}) as quoted
  from (select current_company() as company_id, w.id as quoted_id from unnest(:messageIds::bigint[]) as w (id)) m
  `,
)

export const userNamesByIds = statement<{ userIds: readonly UserId[] }, { id: UserId; name: string }>(
  'messages.usersNamed',
  `select u.id, u.name from users u where u.id = any (:userIds)`,
)

export const messageById = statement<{ messageId: MessageId }, MessageRow>(
  'messages.byId',
  `select ${messageColumns} from messages m where m.id = :messageId`,
)

export const messagesByIds = statement<{ messageIds: readonly MessageId[] }, MessageRow>(
  'messages.byIds',
  `select ${messageColumns} from messages m where m.id = any (:messageIds)`,
)

export const lockMessage = statement<{ messageId: MessageId }, MessageRow>(
  'messages.lock',
  `select ${messageColumns} from messages m where m.id = :messageId for no key update`,
)

export const messagesByClientIds = statement<{ clientIds: readonly string[] }, MessageRow>(
  'messages.byClientIds',
  `select ${messageColumns} from messages m where m.client_id = any (:clientIds::uuid[])`,
)

type NamedInChat = {
  connectionId: ConnectionId
  whatsappIds: readonly string[]
  fromMe: boolean
  kinds: readonly string[]
  values: readonly string[]
}
type MessageInTicket = { id: MessageId; ticket_id: TicketId }

/**
 * Messages with these ids in the chat with these addresses. One statement reads the contact and the messages, so that
 * no merge of contacts commits in between.
 */
export const messagesInChat = statement<NamedInChat, MessageInTicket>(
  'messages.inChatOf',
  `
  with holders as (
    select a.contact_id
    from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
    join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  )
  select m.id, m.ticket_id from messages m
  where m.whatsapp_id = any (:whatsappIds) and m.connection_id = :connectionId and m.from_me = :fromMe
    and m.contact_id in (select contact_id from holders)
  order by m.id
  `,
)

/**
 * Finds our messages to which receipts refer; `tick` is the receipt's position in the lists. For an unknown address,
 * such as a LID, the message id alone decides. That is safe: this server generated the id, and a receipt changes no
 * text. WhatsApp does not repeat a receipt, so it must not be dropped.
 */
export const messagesNamedByReceipts = statement<
  {
    ticks: readonly number[]
    connectionIds: readonly ConnectionId[]
    whatsappIds: readonly string[]
    addressTicks: readonly number[]
    kinds: readonly string[]
    values: readonly string[]
  },
  MessageInTicket & { tick: number }
>(
  'messages.tickedOf',
  `
  with holders as materialized (
    select wanted.tick, a.contact_id
    from unnest(:addressTicks::int[], :kinds::text[], :values::text[]) as wanted (tick, kind, value)
    cross join lateral (
      select contact_id from contact_addresses where kind = wanted.kind and value = wanted.value offset 0
    ) a
  )
  select n.tick, m.id, m.ticket_id
  from unnest(:ticks::int[], :connectionIds::int[], :whatsappIds::text[]) as n (tick, connection_id, whatsapp_id)
  cross join lateral (
    select id, ticket_id, contact_id from messages
    where whatsapp_id = n.whatsapp_id and connection_id = n.connection_id and from_me
    offset 0
  ) m
  where exists (select from holders h where h.tick = n.tick and h.contact_id = m.contact_id)
    or not exists (select from holders h where h.tick = n.tick)
  `,
)

/** Every transaction locks a ticket before its messages. A missing row: a concurrent merge has deleted the ticket. */
export const lockTicketsOfMessages = statement<{ messageIds: readonly MessageId[] }, { id: TicketId }>(
  'messages.lockTickets',
  `
  select t.id from tickets t
  where t.id in (select m.ticket_id from messages m where m.id = any (:messageIds))
  order by t.id
  for no key update
  `,
)

/**
 * Stored messages with these WhatsApp ids in these chats; a WhatsApp id is unique only within a chat. A cached plan
 * without `offset 0` read all messages.
 */
export const storedMessagesInChats = statement<
  {
    contactIds: readonly ContactId[]
    whatsappIds: readonly string[]
    areFromMe: readonly boolean[]
    authorContactIds: readonly (ContactId | null)[]
  },
  MessageRow
>(
  'messages.inChats',
  `
  select ${messageColumns}
  from unnest(:contactIds::int[], :whatsappIds::text[], :areFromMe::boolean[], :authorContactIds::int[])
    as n (contact_id, whatsapp_id, from_me, author_contact_id)
  cross join lateral (
    select * from messages
    where whatsapp_id = n.whatsapp_id and contact_id = n.contact_id and from_me = n.from_me
      and coalesce(author_contact_id, 0) = coalesce(n.author_contact_id, 0)
    offset 0
  ) m
  `,
)

/** Finds the quoted messages by their WhatsApp ids. Of several messages with one id it returns the newest. */
export const quotedMessagesInChats = statement<
  { contactIds: readonly ContactId[]; whatsappIds: readonly string[] },
  { id: MessageId; contact_id: ContactId; whatsapp_id: string }
>(
  'messages.quotedInChats',
  `
  select max(m.id) as id, m.contact_id, m.whatsapp_id
  from unnest(:contactIds::int[], :whatsappIds::text[]) as n (contact_id, whatsapp_id)
  cross join lateral (
    select id, contact_id, whatsapp_id from messages
    where whatsapp_id = n.whatsapp_id and contact_id = n.contact_id
    offset 0
  ) m
  group by m.contact_id, m.whatsapp_id
  `,
)

export const wireMessagesByIds = statement<{ messageIds: readonly MessageId[] }, MessageWireRow>(
  'messages.wireByIds',
  `select ${wireMessageSql} from messages m where m.id = any (:messageIds)`,
)

/**
 * Acks only rise, because they arrive out of order (MESSAGE-11). A skipped step gets the time of the next one. *Sent*
 * clears a failure that this server set because no ack came; only a delivery clears a refusal by the provider.
 */
export const raiseAcks = statement<
  { messageIds: readonly MessageId[]; acks: readonly Ack[]; at: Date },
  MessageRow
>(
  'messages.raiseAcks',
  `
  update messages as m
  set ack = n.ack, updated_at = :at,
    failure = case when n.ack < 2 and m.failure not in ('ERR_SENDING_WAPP_MSG', 'ERR_WAPP_MSG_UNCLEAR')
      then m.failure end,
    sent_at = case when m.sent_at is null then :at else m.sent_at end,
    delivered_at = case when n.ack >= 2 and m.delivered_at is null then :at else m.delivered_at end,
    read_at = case when n.ack >= 3 and m.read_at is null then :at else m.read_at end,
    played_at = case when n.ack >= 4 and m.played_at is null then :at else m.played_at end
  from unnest(:messageIds::bigint[], :acks::int[]) as n (id, ack)
  where m.id = n.id and m.ack < n.ack
  returning ${messageColumns}
  `,
)

/** Replaces the reserved ids of our messages by the ids that the provider gave them. Safe to repeat. */
export const saveProviderIds = statement<{
  messageIds: readonly MessageId[]
  whatsappIds: readonly string[]
}>(
  'messages.saveGivenIds',
  `
  update messages m set whatsapp_id = n.whatsapp_id
  from unnest(:messageIds::bigint[], :whatsappIds::text[]) as n (id, whatsapp_id)
  where m.id = n.id and m.whatsapp_id <> n.whatsapp_id
  `,
)

/** Saves what the provider charges for our messages. A later status may correct a charge. */
export const saveMessageCharges = statement<{
  messageIds: readonly MessageId[]
  connectionIds: readonly ConnectionId[]
  categories: readonly string[]
  areBilled: readonly boolean[]
  countries: readonly (string | null)[]
  at: Date
}>(
  'messages.saveCharges',
  `
  insert into message_charges as c (company_id, message_id, connection_id, category, is_billed, country, at)
  select current_company(), n.message_id, n.connection_id, n.category, n.is_billed, n.country, :at
  from unnest(:messageIds::bigint[], :connectionIds::int[], :categories::text[], :areBilled::boolean[],
      :countries::text[])
    as n (message_id, connection_id, category, is_billed, country)
  on conflict (company_id, message_id) do update
  set category = excluded.category, is_billed = excluded.is_billed, country = coalesce(excluded.country, c.country)
  `,
)

/** Saves until when free messages may be sent; a later end wins. No two rows may have one contact and connection. */
export const saveReplyWindows = statement<{
  contactIds: readonly ContactId[]
  connectionIds: readonly ConnectionId[]
  closesAt: readonly Date[]
}>(
  'messages.saveReplyWindows',
  `
  insert into reply_windows as r (company_id, contact_id, connection_id, closes_at)
  select current_company(), n.contact_id, n.connection_id, n.closes_at
  from unnest(:contactIds::int[], :connectionIds::int[], :closesAt::timestamptz[])
    as n (contact_id, connection_id, closes_at)
  on conflict (company_id, contact_id, connection_id) do update
  set closes_at = greatest(r.closes_at, excluded.closes_at)
  `,
)

/** Copies the reply windows of a merged contact to the remaining contact; the later end wins. */
export const copyReplyWindowsToContact = statement<{ contactId: ContactId; toContactId: ContactId }>(
  'messages.giveReplyWindows',
  `
  insert into reply_windows as r (company_id, contact_id, connection_id, closes_at)
  select g.company_id, :toContactId, g.connection_id, g.closes_at
  from reply_windows g where g.contact_id = :contactId
  on conflict (company_id, contact_id, connection_id) do update
  set closes_at = greatest(r.closes_at, excluded.closes_at)
  `,
)

/** When the reply window of a contact over a connection closes or closed. No row: it was never open. */
export const replyWindowEnd = statement<
  { contactId: ContactId; connectionId: ConnectionId },
  { closes_at: Date }
>(
  'messages.replyWindowEnd',
  `select closes_at from reply_windows where contact_id = :contactId and connection_id = :connectionId`,
)

/** The reply windows that are open now. The contact and the connection at the same position form a pair. */
export const replyWindowsOpenNow = statement<
  { contactIds: readonly ContactId[]; connectionIds: readonly ConnectionId[]; at: Date },
  { contact_id: ContactId; connection_id: ConnectionId }
>(
  'messages.replyWindowsOpenNow',
  `
  select r.contact_id, r.connection_id
  from unnest(:contactIds::int[], :connectionIds::int[]) as n (contact_id, connection_id)
  join reply_windows r on r.contact_id = n.contact_id and r.connection_id = n.connection_id
  where r.closes_at > :at
  `,
)

/** Gives a failed message another WhatsApp id before it is sent again. */
export const replaceWhatsappId = statement<{ messageId: MessageId; whatsappId: string }>(
  'messages.renewWhatsappId',
  `update messages set whatsapp_id = :whatsappId where id = :messageId`,
)

/** A null failure also resets the ack, because the message waits to be sent again. */
export const setMessageFailure = statement<
  { messageId: MessageId; failure: string | null; at: Date },
  MessageRow
>(
  'messages.setFailure',
  `
  update messages as m
  set failure = :failure, updated_at = :at, ack = case when :failure::text is null then 0 else m.ack end
  where m.id = :messageId and m.ack <= 1
  returning ${messageColumns}
  `,
)

/** Marks a message as deleted. No row: it is deleted already, and WhatsApp did not refuse the deletion. */
export const markMessageDeleted = statement<{ messageId: MessageId; at: Date }, MessageRow>(
  'messages.markDeleted',
  `
  update messages as m
  set is_deleted = true, refused_change = null, updated_at = :at
  where m.id = :messageId and (not m.is_deleted or m.refused_change = 'deletion')
  returning ${messageColumns}
  `,
)

export const setMediaOfMessage = statement<
  { messageId: MessageId; media: string; mediaType: MediaType | null; at: Date },
  MessageRow
>(
  'messages.setMedia',
  `
  update messages as m set media = :media::jsonb, media_type = :mediaType, updated_at = :at where m.id = :messageId
    returning ${messageColumns}
  `,
)

export const setMediaReference = statement<{ messageId: MessageId; sealedReference: Buffer }>(
  'messages.setMediaReference',
  `update messages set sealed_media_reference = :sealedReference where id = :messageId`,
)

export const mediaOfTicket = statement<{ ticketId: TicketId }, { media: MediaMetadata }>(
  'messages.mediaOfTicket',
  `select m.media from messages m where m.ticket_id = :ticketId and m.media is not null`,
)

export const markMessagesOfTicketRead = statement<{ ticketId: TicketId; at: Date }, MessageRow>(
  'messages.markRead',
  `
  update messages as m
  set is_read = true, updated_at = :at
  where m.ticket_id = :ticketId and not m.from_me and not m.is_read
  returning ${messageColumns}
  `,
)

/** Messages without WhatsApp's ack. `has_begun`: sending has started, so the customer's phone may have the message. */
export const unsentMessagesOfConnection = statement<
  { connectionId: ConnectionId },
  { id: MessageId; has_begun: boolean }
>(
  'messages.unsentOverConnection',
  `
  select m.id, o.begun_at is not null as has_begun
  from outbox o
  join messages m on m.company_id = o.company_id and m.id = o.message_id
  where o.connection_id = :connectionId and o.kind = 'message' and o.state in ('waiting', 'sending') and m.ack = 0
  order by m.id
  `,
)

export const moveMessagesToConnection = statement<{
  messageIds: readonly MessageId[]
  connectionId: ConnectionId
}>('messages.sendOver', `update messages set connection_id = :connectionId where id = any (:messageIds)`)
