import type { ConnectionId, ContactId, MessageId, TicketId, UserId } from '@balcao/domain/ids'
import type { Ack, MediaType } from '@balcao/domain/messages'
import { statement } from '../../platform/database/statement'
import { type MayReadParams, mayRead } from '../tickets/may-read-sql'
import type { MediaFacts } from './media-facts'
import type { UnsignedMessage } from './messages.view'
import type { SharedPlace } from './shared-place'

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
  media: MediaFacts | null
  sealed_media_reference: Buffer | null
  quoted_id: MessageId | null
  is_deleted: boolean
  /** When its author last gave it another text, by that author's clock. */
  edited_at: Date | null
  /** Of a location of ours, what the phone gets. */
  location: SharedPlace | null
  created_at: Date
}

/** A message as JSON in the shape of the wire, but for its files, which are still keys to be signed. */
export interface MessageWireRow {
  message: UnsignedMessage
}

export const messageColumns = `
  m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
  m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
  m.location, m.created_at`

/** Columns as one object; null where `found` is not true. */
const object = (columns: string, found = 'true') =>
  `case when ${found} then (select o from (select ${columns}) o) end`

// Taken away ones stay as rows without emoji, so that a late copy of an older one does not bring it back.
const reactions = `(
      select coalesce(json_agg(reaction), '[]') from (
        select r.emoji, r.contact_id is null as "fromMe",
          ${object('rc.id, rc.name', 'rc.id is not null')} as contact,
          ${object('ru.id, ru.name', 'ru.id is not null')} as "user",
          wire_time(r.at) as "createdAt"
        from message_reactions r
        left join contacts rc on rc.company_id = r.company_id and rc.id = r.contact_id
        left join users ru on ru.company_id = r.company_id and ru.id = r.user_id
        where r.company_id = m.company_id and r.message_id = m.id and r.emoji <> '' and not m.is_deleted
        order by r.at, r.id) reaction
    )`

// `case`, not `coalesce`: PostgreSQL takes coalesce for leaky, so that under row security the key would find no index and
// each message would read all contacts of the company.
const writerOf = (message: 'm' | 'qm') => `(
      select o from (
        select c.id, c.name from contacts c
        where c.company_id = ${message}.company_id
          and c.id = case when ${message}.author_contact_id is null then ${message}.contact_id else ${message}.author_contact_id end
      ) o)`

// Looked up one by one, and only where there is one. As joins they were free to be put together first: before the tables
// had statistics, each message built every quoted message with every contact (97 ms where there were 900 of them).
const quoted = `(
      select o from (
        select qm.id, case when qm.is_deleted then '' else qm.body end as body, qm.from_me as "fromMe",
          qm.media_type as "mediaType", case when not qm.is_deleted then qm.media end as media,
          qm.is_deleted as "isDeleted", case when not qm.from_me then ${writerOf('qm')} end as contact
        from messages qm where qm.company_id = m.company_id and qm.id = m.quoted_id
      ) o)`

// What was deleted keeps its place and loses its content (CONVO-09). Rows become JSON as they are: objects built name by
// name cost the database twice as much.
const columns = `
  m.id, m.ticket_id as "ticketId", m.client_id as "clientId",
  case when m.is_deleted then '' else m.body end as body,
  m.from_me as "fromMe", m.ack, m.failure, m.is_read as read, m.media_type as "mediaType",
  null as "mediaUrl", case when not m.is_deleted then m.media end as media,
  m.is_deleted as "isDeleted", m.edited_at is not null as "isEdited", m.is_view_once as "isViewOnce",
  m.refused_change as "refusedChange", ${reactions} as reactions, m.is_automatic as "isAutomatic",
  case when not m.from_me then ${writerOf('m')} end as contact,
  case when m.user_id is not null then (
    select o from (
      select u.id, u.name from users u where u.company_id = m.company_id and u.id = m.user_id
    ) o) end as "user",
  case when m.quoted_id is not null then ${quoted} end as "quotedMsg",
  wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt"`

const wireMessage = `(select row_to_json(wire) from (select ${columns}) wire) as message`

export interface NewMessage {
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
  media: MediaFacts | null
  sealedMediaReference: Buffer | null
  quotedId: MessageId | null
  isAutomatic: boolean
  isViewOnce: boolean
  location: SharedPlace | null
}

/** A message as it was stored, and as the wire shows it. */
export type StoredMessageRow = MessageRow & MessageWireRow

/** Nothing comes back when the message is here already, by WhatsApp's id or by the sender's own. */
export const insertMessage = statement<
  [
    ticketId: TicketId,
    contactId: ContactId,
    authorContactId: ContactId | null,
    userId: UserId | null,
    connectionId: ConnectionId | null,
    whatsappId: string,
    clientId: string | null,
    body: string,
    fromMe: boolean,
    ack: Ack,
    isRead: boolean,
    mediaType: MediaType | null,
    media: string | null,
    sealedMediaReference: Buffer | null,
    quotedId: MessageId | null,
    isAutomatic: boolean,
    isViewOnce: boolean,
    location: string | null,
    createdAt: Date,
    now: Date,
  ],
  StoredMessageRow
>(
  'messages.insert',
  `
  with m as (
    insert into messages
      (company_id, ticket_id, contact_id, author_contact_id, user_id, connection_id, whatsapp_id, client_id, body,
       from_me, ack, is_read, media_type, media, sealed_media_reference, quoted_id, is_automatic, is_view_once,
       location, created_at, updated_at)
    values
      (current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14, $15, $16, $17,
       $18::jsonb, $19, $20)
    on conflict do nothing
    returning *
  )
  select ${messageColumns}, ${wireMessage} from m
  `,
)

export const messageById = statement<[messageId: MessageId], MessageRow>(
  'messages.byId',
  `
  select ${messageColumns} from messages m where m.id = $1
  `,
)

export const lockMessage = statement<[messageId: MessageId], MessageRow>(
  'messages.lock',
  `
  select ${messageColumns} from messages m where m.id = $1 for no key update
  `,
)

export const messageByClientId = statement<[clientId: string], MessageRow>(
  'messages.byClientId',
  `
  select ${messageColumns} from messages m where m.client_id = $1
  `,
)

/**
 * The messages of these ids in the chat of these addresses, or in any when we do not know the chat: one look at both, so
 * that a merge of contacts does not come between.
 */
export const messagesInChat = statement<
  [
    connectionId: ConnectionId,
    whatsappIds: readonly string[],
    fromMe: boolean,
    kinds: readonly string[],
    values: readonly string[],
  ],
  { id: MessageId; ticket_id: TicketId }
>(
  'messages.inChatOf',
  `
  with holders as (
    select a.contact_id
    from unnest($4::text[], $5::text[]) as wanted (kind, value)
    join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  )
  select m.id, m.ticket_id from messages m
  where m.whatsapp_id = any ($2) and m.connection_id = $1 and m.from_me = $3
    and (m.contact_id in (select contact_id from holders) or not exists (select from holders))
  order by m.id
  `,
)

/** Everybody locks a ticket before its messages. Fewer rows than tickets: a merge has taken one away meanwhile. */
export const lockTicketsOfMessages = statement<[messageIds: readonly MessageId[]], { id: TicketId }>(
  'messages.lockTickets',
  `
  select t.id from tickets t
  where t.id in (select m.ticket_id from messages m where m.id = any ($1))
  order by t.id
  for no key update
  `,
)

export const messageInChat = statement<
  [contactId: ContactId, whatsappId: string, fromMe: boolean, authorContactId: ContactId | null],
  MessageRow
>(
  'messages.inChat',
  `
  select ${messageColumns} from messages m
  where m.whatsapp_id = $2 and m.contact_id = $1 and m.from_me = $3
    and coalesce(m.author_contact_id, 0) = coalesce($4::int, 0)
  `,
)

export const quotedInChat = statement<[contactId: ContactId, whatsappId: string], { id: MessageId }>(
  'messages.quotedInChat',
  `
  select m.id from messages m where m.whatsapp_id = $2 and m.contact_id = $1 order by m.id desc limit 1
  `,
)

export const wireMessageById = statement<[messageId: MessageId], MessageWireRow>(
  'messages.wireById',
  `
  select ${wireMessage} from messages m where m.id = $1
  `,
)

/** A message whose JSON the database wrote. `needs_links`: it or what it quotes may name files, whose keys are to be signed. */
export interface WrittenMessageRow {
  /** JSON: an `UnsignedMessage`, and a message of the wire where it needs no links. */
  message: string
  needs_links: boolean
}

// Of the tickets of one contact, `$5` being one of them, those that the viewer may read.
const conversation = `
    select m.* from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.contact_id = (select o.contact_id from tickets o where o.id = $5) and ${mayRead}`

const written = (part: string, order: 'desc' | 'asc') => `
  select page.message::text as message, page.needs_links
  from (
    select ${wireMessage}, m.media is not null or m.quoted_id is not null as needs_links
    from (${part}) m
    order by m.id ${order}
  ) page`

/**
 * The conversation with a ticket's contact over all tickets that the viewer may read, newest first. `$6` how many, `$7`
 * how many to skip. Served by messages_of_contact, read backwards.
 */
export const conversationPage = statement<
  [...MayReadParams, ticketId: TicketId, limit: number, offset: number],
  WrittenMessageRow
>(
  'messages.conversationPage',
  written(
    `${conversation}
    order by m.id desc
    limit $6 offset $7`,
    'desc',
  ),
)

/** What is older than a message of it, `$6`, newest first. `$7` how many. */
export const conversationBefore = statement<
  [...MayReadParams, ticketId: TicketId, before: number, limit: number],
  WrittenMessageRow
>(
  'messages.conversationBefore',
  written(
    `${conversation} and m.id < $6
    order by m.id desc
    limit $7`,
    'desc',
  ),
)

/** What follows a message of it, oldest first. `$6` the message, `$7` how many. */
export const conversationAfter = statement<
  [...MayReadParams, ticketId: TicketId, after: number, limit: number],
  WrittenMessageRow
>(
  'messages.conversationAfter',
  written(
    `${conversation} and m.id > $6
    order by m.id
    limit $7`,
    'asc',
  ),
)

/**
 * Acks only rise: they arrive out of order after a reconnect (MESSAGE-11). What is read was delivered: a step that was
 * not told has the moment of the first that was.
 */
export const raiseAck = statement<[messageIds: readonly MessageId[], ack: Ack, at: Date], MessageRow>(
  'messages.raiseAck',
  `
  update messages as m
  set ack = $2, failure = null, updated_at = $3,
    sent_at = case when m.sent_at is null then $3 else m.sent_at end,
    delivered_at = case when $2 >= 2 and m.delivered_at is null then $3 else m.delivered_at end,
    read_at = case when $2 >= 3 and m.read_at is null then $3 else m.read_at end,
    played_at = case when $2 >= 4 and m.played_at is null then $3 else m.played_at end
  where m.id = any ($1) and m.ack < $2
  returning ${messageColumns}
  `,
)

export const setFailure = statement<[messageId: MessageId, failure: string | null, at: Date], MessageRow>(
  'messages.setFailure',
  `
  update messages as m
  set failure = $2, updated_at = $3
  where m.id = $1 and m.ack = 0
  returning ${messageColumns}
  `,
)

/** Nothing comes back when it is deleted already, unless WhatsApp did not take that. */
export const markDeleted = statement<[messageId: MessageId, at: Date], MessageRow>(
  'messages.markDeleted',
  `
  update messages as m
  set is_deleted = true, refused_change = null, updated_at = $2
  where m.id = $1 and (not m.is_deleted or m.refused_change = 'deletion')
  returning ${messageColumns}
  `,
)

export const setMedia = statement<
  [messageId: MessageId, media: string, mediaType: MediaType | null, at: Date],
  MessageRow
>(
  'messages.setMedia',
  `
  update messages as m set media = $2::jsonb, media_type = $3, updated_at = $4 where m.id = $1 returning ${messageColumns}
  `,
)

export const setMediaReference = statement<[messageId: MessageId, sealedReference: Buffer]>(
  'messages.setMediaReference',
  `
  update messages set sealed_media_reference = $2 where id = $1
  `,
)

export const mediaOfTicket = statement<[ticketId: TicketId], { media: MediaFacts }>(
  'messages.mediaOfTicket',
  `
  select m.media from messages m where m.ticket_id = $1 and m.media is not null
  `,
)

export const markRead = statement<[ticketId: TicketId, at: Date], MessageRow>(
  'messages.markRead',
  `
  update messages as m
  set is_read = true, updated_at = $2
  where m.ticket_id = $1 and not m.from_me and not m.is_read
  returning ${messageColumns}
  `,
)

/** Messages that have not reached WhatsApp over this connection; `hasBegun`: they may be on the customer's phone. */
export const unsentOverConnection = statement<
  [connectionId: ConnectionId],
  { id: MessageId; has_begun: boolean }
>(
  'messages.unsentOverConnection',
  `
  select m.id, o.state = 'sending' as has_begun
  from out_tray o
  join messages m on m.company_id = o.company_id and m.id = o.message_id
  where o.connection_id = $1 and o.kind = 'message' and o.state in ('waiting', 'sending') and m.ack = 0
  order by m.id
  `,
)

export const sendOver = statement<[messageIds: readonly MessageId[], connectionId: ConnectionId]>(
  'messages.sendOver',
  `
  update messages set connection_id = $2 where id = any ($1)
  `,
)
