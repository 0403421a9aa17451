import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { InboundMessage } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../../platform/encryption'
import type { CompanyWork } from '../../../platform/work'
import { systemTextsInCompanyLanguage } from '../../companies/companies.read'
import type { ContactRow } from '../../contacts/contacts.queries'
import type { TicketRow } from '../../tickets/tickets.queries'
import { applyEarlyChanges, haveEarlyChanges } from '../changes/early-changes'
import { encryptMediaReference } from '../media/media-reference'
import { enqueueMediaFetch } from '../media/order-media'
import {
  type MessageRow,
  quotedMessagesInChats,
  saveReplyWindows,
  storedMessagesInChats,
} from '../messages.queries'
import type { MessageToStore } from '../messages.view'
import { reserveIdsForMessages, storeMessages } from '../store-messages'
import { isViewOnce, storedContentOf, storedPlainTextOf } from './inbound-content'

export interface IncomingMessageWithContacts {
  readonly contact: ContactRow
  /** The member who wrote a group message; null for other messages. */
  readonly author: ContactRow | null
  readonly connectionId: ConnectionId
  readonly inbound: InboundMessage
}

export interface IncomingMessageFacts {
  readonly id: MessageId
  /** The row, if the message is stored already. */
  readonly stored: MessageRow | null
  readonly quotedId: MessageId | null
  /** Whether changes of the message, such as an edit, arrived before the message itself. */
  readonly isAwaited: boolean
}

export type IncomingMessageOfTicket = IncomingMessageWithContacts &
  IncomingMessageFacts & {
    readonly ticket: TicketRow
    /** Whether the message raises the unread count; false when it needs no answer. */
    readonly countsAsUnread: boolean
  }

/**
 * Reads which of these messages, of their changes and of the messages they quote are stored. The caller's locks on the
 * contacts keep the answer valid until the messages are stored.
 */
export async function readIncomingMessageFacts(
  work: CompanyWork,
  incoming: readonly IncomingMessageWithContacts[],
): Promise<readonly IncomingMessageFacts[]> {
  const quoting = incoming.filter(({ inbound }) => inbound.quotedId !== null)
  const [ids, stored, quoted, awaited] = await Promise.all([
    reserveIdsForMessages(work, incoming.length),
    work.db.rows(storedMessagesInChats, {
      contactIds: incoming.map(({ contact }) => contact.id),
      whatsappIds: incoming.map(({ inbound }) => inbound.id),
      areFromMe: incoming.map(({ inbound }) => inbound.fromMe),
      authorContactIds: incoming.map(({ author }) => author?.id ?? null),
    }),
    quoting.length === 0
      ? []
      : work.db.rows(quotedMessagesInChats, {
          contactIds: quoting.map(({ contact }) => contact.id),
          whatsappIds: quoting.map(({ inbound }) => inbound.quotedId ?? ''),
        }),
    haveEarlyChanges(work, incoming),
  ])
  return incoming.map(({ contact, author, inbound }, at) => ({
    id: ids[at] as MessageId, // The cast is safe: each message has an id.
    stored:
      stored.find(
        (row) =>
          row.contact_id === contact.id &&
          row.whatsapp_id === inbound.id &&
          row.from_me === inbound.fromMe &&
          row.author_contact_id === (author?.id ?? null),
      ) ?? null,
    quotedId:
      quoted.find((row) => row.contact_id === contact.id && row.whatsapp_id === inbound.quotedId)?.id ?? null,
    isAwaited: awaited[at] ?? false,
  }))
}

/** Stores messages from WhatsApp (MESSAGE-09). One that a user typed on the linked phone is stored as outgoing. */
export async function storeIncomingMessages(
  work: CompanyWork,
  dataKeys: DataKeys,
  incoming: readonly IncomingMessageOfTicket[],
): Promise<void> {
  if (incoming.length === 0) return
  openReplyWindows(work, incoming)
  const messages = await Promise.all(
    incoming.map(async (one) => {
      const { content } = one.inbound
      const stored =
        storedPlainTextOf(content) ?? storedContentOf(content, await systemTextsInCompanyLanguage(work))
      return { ...one, content: stored }
    }),
  )
  await storeMessages(
    work,
    messages.map(({ content, ...one }) => ({
      ticket: one.ticket,
      countsAsUnread: one.countsAsUnread,
      message: messageOf(work, dataKeys, one, content),
    })),
  )
  for (const { id, content } of messages) if (content.reference !== null) enqueueMediaFetch(work, id)
  for (const { isAwaited, connectionId, inbound } of messages)
    if (isAwaited) await applyEarlyChanges(work, { connectionId, inbound })
}

/**
 * Saves until when free messages to the customers are allowed. Runs before the messages are stored, because the events
 * of their tickets contain that time.
 */
function openReplyWindows(work: CompanyWork, incoming: readonly IncomingMessageOfTicket[]): void {
  const windows = incoming.flatMap(({ contact, connectionId, inbound: { replyUntil } }) =>
    replyUntil === undefined ? [] : { contactId: contact.id, connectionId, closesAt: replyUntil },
  )
  if (windows.length === 0) return
  work.db.send(saveReplyWindows, {
    contactIds: windows.map(({ contactId }) => contactId),
    connectionIds: windows.map(({ connectionId }) => connectionId),
    closesAt: windows.map(({ closesAt }) => closesAt),
  })
}

function messageOf(
  work: CompanyWork,
  dataKeys: DataKeys,
  { id, ticket, contact, author, connectionId, inbound, countsAsUnread, quotedId }: IncomingMessageOfTicket,
  { body, mediaType, media, reference, linkPreview }: ReturnType<typeof storedContentOf>,
): MessageToStore {
  return {
    id,
    ticketId: ticket.id,
    contactId: contact.id,
    authorContactId: author?.id ?? null,
    userId: null,
    connectionId,
    whatsappId: inbound.id,
    clientId: null,
    body,
    fromMe: inbound.fromMe,
    ack: inbound.fromMe ? 1 : 0,
    isRead: !countsAsUnread,
    mediaType,
    media,
    sealedMediaReference: encryptMediaReference(work, dataKeys, inbound.id, reference),
    quotedId,
    origin: inbound.fromMe ? 'device' : null,
    isViewOnce: isViewOnce(inbound.content),
    location: null,
    linkPreview: linkPreview ?? inbound.advertisement ?? null,
    interactive: null,
    rawContent: inbound.raw ?? null,
    createdAt: storedTimeOf(inbound.sentAt, work.now),
    writer: inbound.fromMe ? null : nameOf(author ?? contact),
  }
}

function nameOf({ id, name }: ContactRow): MessageToStore['writer'] {
  return { id, name }
}

/** A message whose time is less than this many milliseconds ago gets the current time. */
const nowToleranceMs = 2_000

/**
 * A recent message gets the current time, because WhatsApp's times have whole seconds, which would lose the order of
 * messages in lists. A delayed one keeps its time. None is dated in the future, even if a phone's clock is ahead.
 */
function storedTimeOf(sentAt: Date, now: Date): Date {
  return now.getTime() - sentAt.getTime() < nowToleranceMs ? now : sentAt
}
