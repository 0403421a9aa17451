import type { ConnectionId, MessageId, TicketId, UserId } from '@balcao/domain/ids'
import type { MediaType, MessageOrigin } from '@balcao/domain/messages'
import { orderFileRemoval } from '../../../platform/files/remove-files'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { addToOutbox } from '../../connections/add-to-outbox'
import { connectionForNewTicket } from '../../connections/connections.read'
import { ticketToAnswer } from '../../tickets/tickets.access'
import type { TicketRow } from '../../tickets/tickets.queries'
import type { SharedPlace } from '../incoming/shared-place'
import { insertMessage } from '../insert-message'
import { fileKeysOf, type MediaFacts } from '../media/media-facts'
import { orderCompatibleSound } from '../media/order-media'
import { refuseUnreadableQuote } from '../messages.access'
import { messageByClientId, messageById } from '../messages.queries'
import type { UnsignedMessage } from '../messages.view'
import { recordStored, wireMessage } from '../record-message'
import { orderVoice } from './prepare-voice'
import { reserveWhatsappId } from './reserve-id'

/** A message before sending, by a user or by the system. */
export interface Draft {
  readonly body: string
  /** The browser's id of the draft: sending the same draft again returns the same message. */
  readonly clientId: string | null
  readonly mediaType: MediaType | null
  readonly media: MediaFacts | null
  readonly quotedId: MessageId | null
  readonly origin: MessageOrigin
  /** The place of a `locationMessage`. */
  readonly location?: SharedPlace
  /** The earliest time of sending. */
  readonly notBefore?: Date
}

/** The priority of campaign messages: the outbox sends other messages of the connection first. */
export const bulkPriority = 1

/** Sends the messages of a user in an open ticket. Refuses blank texts (CONVO-18). */
export async function sendMessages(
  work: PersonWork,
  ticketId: TicketId,
  drafts: readonly Draft[],
): Promise<readonly UnsignedMessage[]> {
  const ticket = await ticketToAnswer(work, ticketId)
  const sent: UnsignedMessage[] = []
  // At most thirty, one after the other, because each changes the ticket and they must stay in order.
  for (const draft of drafts) {
    await refuseUnreadableQuote(work, draft.quotedId)
    sent.push(await sendMessage(work, ticket, draft, work.actor.userId))
  }
  removeUnnamed(work, drafts, sent)
  return sent
}

/** Deletes the second upload of a draft that was sent before: its first message has a file already. */
function removeUnnamed(work: CompanyWork, drafts: readonly Draft[], sent: readonly UnsignedMessage[]): void {
  const named = new Set(sent.flatMap(({ media }) => fileKeysOf(media)))
  const uploaded = drafts.flatMap(({ media }) => fileKeysOf(media))
  orderFileRemoval(
    work,
    uploaded.filter((key) => !named.has(key)),
  )
}

/**
 * Stores a message with a reserved WhatsApp id and adds it to the outbox in the same transaction. This is the only
 * way to send a message. A draft that was sent before returns its first message.
 */
export async function sendMessage(
  work: CompanyWork,
  ticket: TicketRow,
  draft: Draft,
  userId: UserId | null,
): Promise<UnsignedMessage> {
  if (draft.body.trim() === '' && draft.media === null) throw refuse('ERR_VALIDATION', { field: 'body' })
  const connectionId = ticket.connection_id ?? (await defaultConnection(work))
  await checkQuoted(work, ticket, draft.quotedId)

  const row = await insertMessage(
    work,
    {
      ...draft,
      ticketId: ticket.id,
      contactId: ticket.contact_id,
      authorContactId: null,
      userId,
      connectionId,
      whatsappId: reserveWhatsappId(work),
      fromMe: true,
      ack: 0,
      isRead: true,
      sealedMediaReference: null,
      isViewOnce: false,
      location: draft.location ?? null,
      linkPreview: null,
    },
    work.now,
  )
  if (row === null) return sentBefore(work, ticket, draft.clientId)
  if (row.media?.isVoice) orderVoice(work, row.id)
  orderCompatibleSound(work, row)
  const later = draft.notBefore === undefined ? {} : { notBefore: draft.notBefore }
  const [, stored] = await Promise.all([
    addToOutbox(work, {
      connectionId,
      contactId: row.contact_id,
      kind: 'message',
      messageId: row.id,
      ...later,
      priority: draft.origin === 'campaign' ? bulkPriority : 0,
    }),
    recordStored(work, row),
  ])
  return stored
}

function defaultConnection(work: CompanyWork): Promise<ConnectionId> {
  return connectionForNewTicket(work, { requestedId: null, userDefaultId: null })
}

async function checkQuoted(work: CompanyWork, ticket: TicketRow, quotedId: MessageId | null): Promise<void> {
  if (quotedId === null) return
  const quoted = await work.db.row(messageById, { messageId: quotedId })
  if (quoted === null || quoted.contact_id !== ticket.contact_id) throw refuse('ERR_NO_MESSAGE_FOUND')
}

/** Searches only this conversation, so that a client id of another one reveals no message. */
async function sentBefore(
  work: CompanyWork,
  ticket: TicketRow,
  clientId: string | null,
): Promise<UnsignedMessage> {
  const first = clientId === null ? null : await work.db.row(messageByClientId, { clientId })
  if (first === null || first.ticket_id !== ticket.id) throw refuse('ERR_CREATING_MESSAGE')
  return wireMessage(work, first.id)
}
