import type { ConnectionId, ContactId, MessageId, TicketId, UserId } from '@balcao/domain/ids'
import type { LinkPreview } from '@balcao/domain/link-preview'
import type { Ack, MediaType, MessageOrigin } from '@balcao/domain/messages'
import { gathered, gatheredAs, statement } from '../../platform/database/statement'
import type { MediaFacts } from './media-facts'
import type { SharedPlace } from './shared-place'
import { type MessageWireRow, wireMessage, wireNewMessage } from './wire-message-sql'

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
  /** The time of the last correction, by its author's clock. */
  edited_at: Date | null
  /** The place of a location message of ours, for the phone. */
  location: SharedPlace | null
  link_preview: LinkPreview | null
  created_at: Date
}

export const messageColumns = `
  m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
  m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
  m.location, m.link_preview, m.created_at`

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
  /** Null: an incoming message. */
  origin: MessageOrigin | null
  isViewOnce: boolean
  location: SharedPlace | null
  linkPreview: LinkPreview | null
}

/** A stored message with its wire format. `is_awaited`: changes of it arrived before it. */
export type StoredMessageRow = MessageRow & MessageWireRow & { is_awaited: boolean }

const insertedColumns = `
      (company_id, ticket_id, contact_id, author_contact_id, user_id, connection_id, whatsapp_id, client_id, body,
       from_me, ack, is_read, media_type, media, sealed_media_reference, quoted_id, is_automatic, origin, is_view_once,
       location, link_preview, created_at, updated_at)`

const newMessage = `current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14, $15, $16, $17, $18,
       $19::jsonb, $20::jsonb, $21, $22`

const storedMessage = `${messageColumns}, ${wireNewMessage},
    exists (
      select from early_changes e
      where e.connection_id = m.connection_id and e.whatsapp_id = m.whatsapp_id and e.from_me = m.from_me
    ) as is_awaited`

/** No row: the message exists already, by WhatsApp's id or by its client id. */
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
    origin: MessageOrigin | null,
    isViewOnce: boolean,
    location: string | null,
    linkPreview: string | null,
    createdAt: Date,
    now: Date,
  ],
  StoredMessageRow
>(
  'messages.insert',
  `
  with m as (
    insert into messages ${insertedColumns}
    values (${newMessage})
    on conflict do nothing
    returning *
  )
  select ${storedMessage}
  from m
  `,
  gatheredAs(
    {
      ticket: 'int',
      contact: 'int',
      author: 'int',
      user_of_ours: 'int',
      connection: 'int',
      id_of_whatsapp: 'text',
      id_of_client: 'uuid',
      words: 'text',
      is_ours: 'boolean',
      ticks: 'int',
      was_read: 'boolean',
      kind: 'text',
      facts: 'text',
      reference: 'bytea',
      quoted: 'bigint',
      automatic: 'boolean',
      comes_from: 'text',
      once: 'boolean',
      place: 'text',
      preview: 'text',
      at: 'timestamptz',
      stored_at: 'timestamptz',
    },
    (asked, of) => `
  with asked as (select * from ${asked}), m as (
    insert into messages ${insertedColumns}
    select ${of(newMessage)}
    from asked
    order by asked.asker
    on conflict do nothing
    returning *
  )
  select asked.asker, ${storedMessage} from asked join m on m.ticket_id = asked.ticket
  `,
  ),
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

type NamedInChat = [
  connectionId: ConnectionId,
  whatsappIds: readonly string[],
  fromMe: boolean,
  kinds: readonly string[],
  values: readonly string[],
]
type StandsInTicket = { id: MessageId; ticket_id: TicketId }

/**
 * The contacts with these addresses. One statement reads them and the messages, so that no merge commits in between.
 */
const holders = `
  with holders as (
    select a.contact_id
    from unnest($4::text[], $5::text[]) as wanted (kind, value)
    join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  )`

/** The messages with these ids in the chat of these addresses; none if no contact has them. */
export const messagesInChat = statement<NamedInChat, StandsInTicket>(
  'messages.inChatOf',
  `
  ${holders.trim()}
  select m.id, m.ticket_id from messages m
  where m.whatsapp_id = any ($2) and m.connection_id = $1 and m.from_me = $3
    and m.contact_id in (select contact_id from holders)
  order by m.id
  `,
)

/**
 * For acks only. A message to a number is acknowledged by a LID that may not be known yet, and a dropped ack never
 * arrives again. Accepting it is safe: an ack changes no text, and the id was generated here.
 */
export const messagesTicked = statement<NamedInChat, StandsInTicket>(
  'messages.tickedOf',
  `
  ${holders.trim()}
  select m.id, m.ticket_id from messages m
  where m.whatsapp_id = any ($2) and m.connection_id = $1 and m.from_me = $3
    and (m.contact_id in (select contact_id from holders) or not exists (select from holders))
  order by m.id
  `,
)

/** Every act locks a ticket before its messages. Fewer rows than tickets: a merge has deleted one meanwhile. */
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
  gathered({ contact: 'int', wanted_id: 'text', is_ours: 'boolean', author: 'int' }),
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

/**
 * Acks only rise, because they arrive out of order after a reconnect (MESSAGE-11). A read message was also delivered:
 * a skipped step gets the time of the first later one.
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

/** No row: it is deleted already, and WhatsApp did not refuse the deletion. */
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

/**
 * The messages that WhatsApp has not acknowledged over this connection. `hasBegun`: the customer's phone may have
 * them.
 */
export const unsentOverConnection = statement<
  [connectionId: ConnectionId],
  { id: MessageId; has_begun: boolean }
>(
  'messages.unsentOverConnection',
  `
  select m.id, o.state = 'sending' as has_begun
  from outbox o
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
