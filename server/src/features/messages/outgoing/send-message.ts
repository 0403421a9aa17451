import type { ConnectionId, MessageId, TicketId, UserId } from '@balcao/domain/ids'
import { isAutomaticOrigin, type MediaType, type MessageOrigin } from '@balcao/domain/messages'
import type { PersonActor } from '@balcao/domain/people'
import { capabilitiesOf, contentSendProblemOf } from '@balcao/domain/providers'
import { queueFileRemoval } from '../../../platform/files/remove-files'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { addAllToOutbox, type OutboxItem } from '../../connections/add-to-outbox'
import { connectionToRead } from '../../connections/connections.access'
import { connectionForNewTicket } from '../../connections/connections.read'
import { ticketsToAnswer, ticketToAnswer } from '../../tickets/tickets.access'
import type { TicketRow } from '../../tickets/tickets.queries'
import type { StoredLocation } from '../incoming/shared-place'
import type { InteractiveContent } from '../interactive'
import { fileKeysOfMedia, type MediaMetadata } from '../media/media-facts'
import { enqueueMp3Copy } from '../media/order-media'
import { refuseUnreadableQuote } from '../messages.access'
import { type MessageRow, messagesByClientIds, messagesByIds } from '../messages.queries'
import type { MessageToStore, UnsignedMessage } from '../messages.view'
import { readUnsignedMessage } from '../record-message'
import { reserveIdsForMessages, storeMessages } from '../store-messages'
import type { ClaimTextsForSenders } from './hand-on'
import { enqueueVoicePreparation } from './prepare-voice'
import { conversationsWithOpenReplyWindow } from './reply-window'
import { reserveWhatsappId } from './reserve-id'

export interface MessageDraft {
  readonly body: string
  /** The browser's id of the draft: sending the same draft again returns the same message. */
  readonly clientId: string | null
  readonly mediaType: MediaType | null
  readonly media: MediaMetadata | null
  readonly quotedId: MessageId | null
  readonly origin: MessageOrigin
  /** The coordinates of a location message. */
  readonly location?: StoredLocation
  /** Choices or a template, for providers that support them. Absent: the body is sent as text. */
  readonly interactive?: InteractiveContent
  /** The earliest time of sending. */
  readonly notBefore?: Date
}

export function textDraft(body: string, origin: MessageOrigin): MessageDraft {
  return { body, clientId: null, mediaType: null, media: null, quotedId: null, origin }
}

/** The priority of campaign messages: the outbox sends other messages of the connection first. */
export const campaignMessagePriority = 1

export interface DraftInTicket {
  readonly ticket: TicketRow
  readonly draft: MessageDraft
  readonly userId: UserId | null
  /** The user who writes, with the name, if the caller has read it already. */
  readonly user?: { readonly id: UserId; readonly name: string }
}

/**
 * Sends a user's messages, and refuses blank texts (CONVO-18). Needs two round trips: one locks the ticket and reads;
 * the other writes with the commit. `handOn`, which passes messages directly to a sender, is for plain texts only.
 */
export async function sendMessages(
  work: PersonWork,
  ticketId: TicketId,
  drafts: readonly MessageDraft[],
  handOn?: ClaimTextsForSenders,
): Promise<readonly UnsignedMessage[]> {
  const [ticket, known] = await Promise.all([ticketToAnswer(work, ticketId), lookUp(work, drafts)])
  for (const { quotedId } of drafts) await refuseUnreadableQuote(work, quotedId)
  const { userId } = work.actor
  const outgoing = drafts.map((draft) => ({ ticket, draft, userId }))
  const sent = await sendKnown(work, outgoing, known, handOn)
  removeUnnamed(work, drafts, sent)
  return sent
}

/**
 * Sends plain texts. A post is missing in the result, and changed nothing, if its ticket was merged or its user may not
 * answer there. The caller then repeats it in a separate transaction, which throws the exact refusal. `handOn` passes
 * texts directly to a sender.
 */
export async function sendTextsInTickets<
  P extends { actor: PersonActor; ticketId: TicketId; draft: MessageDraft },
>(
  work: CompanyWork,
  posts: readonly P[],
  handOn?: ClaimTextsForSenders,
): Promise<ReadonlyMap<P, UnsignedMessage>> {
  const drafts = posts.map(({ draft }) => draft)
  const [tickets, known] = await Promise.all([ticketsToAnswer(work, posts), lookUp(work, drafts)])
  const allowed = [...tickets]
  const outgoing = allowed.map(([{ actor, draft }, ticket]) => {
    const { userId, name } = actor
    return { ticket, draft, userId, user: { id: userId, name } }
  })
  const sent = await sendKnown(work, outgoing, known, handOn)
  return new Map(
    allowed.flatMap(([post], at) => {
      const message = sent[at]
      return message === undefined ? [] : [[post, message] as const]
    }),
  )
}

/** Deletes uploaded files that no message uses: a draft that was sent before keeps the file of its first message. */
function removeUnnamed(
  work: CompanyWork,
  drafts: readonly MessageDraft[],
  sent: readonly UnsignedMessage[],
): void {
  const named = new Set(sent.flatMap(({ media }) => fileKeysOfMedia(media)))
  const uploaded = drafts.flatMap(({ media }) => fileKeysOfMedia(media))
  const unnamed = uploaded.filter((key) => !named.has(key))
  queueFileRemoval(work, unnamed)
}

/** Stores messages with their outbox items in one transaction. A draft sent before returns its first message. */
export async function sendMessageDrafts(
  work: CompanyWork,
  outgoing: readonly DraftInTicket[],
): Promise<readonly UnsignedMessage[]> {
  if (outgoing.length === 0) return []
  const drafts = outgoing.map(({ draft }) => draft)
  return sendKnown(work, outgoing, await lookUp(work, drafts))
}

/** Sends a message over this connection, even if the ticket has another one. */
export async function sendMessageOverConnection(
  work: CompanyWork,
  connectionId: ConnectionId,
  { ticket, draft, userId }: DraftInTicket,
): Promise<UnsignedMessage> {
  if (ticket.connection_id === connectionId) return sendMessage(work, ticket, draft, userId)
  const { provider } = await connectionToRead(work, connectionId)
  return sendMessage(work, { ...ticket, connection_id: connectionId, provider }, draft, userId)
}

export async function sendMessage(
  work: CompanyWork,
  ticket: TicketRow,
  draft: MessageDraft,
  userId: UserId | null,
): Promise<UnsignedMessage> {
  const [sent] = await sendMessageDrafts(work, [{ ticket, draft, userId }])
  if (sent === undefined) throw new Error('one draft is one message')
  return sent
}

interface Known {
  readonly ids: readonly MessageId[]
  /** The messages that earlier calls stored for the same drafts. */
  readonly sentBefore: readonly MessageRow[]
  /** The messages that the drafts quote. */
  readonly quoted: readonly MessageRow[]
}

async function lookUp(work: CompanyWork, drafts: readonly MessageDraft[]): Promise<Known> {
  const clientIds = drafts.flatMap(({ clientId }) => clientId ?? [])
  const quotedIds = drafts.flatMap(({ quotedId }) => quotedId ?? [])
  const [ids, sentBefore, quoted] = await Promise.all([
    reserveIdsForMessages(work, drafts.length),
    clientIds.length === 0 ? [] : work.db.rows(messagesByClientIds, { clientIds }),
    quotedIds.length === 0 ? [] : work.db.rows(messagesByIds, { messageIds: quotedIds }),
  ])
  return { ids, sentBefore, quoted }
}

async function sendKnown(
  work: CompanyWork,
  outgoing: readonly DraftInTicket[],
  { ids, sentBefore, quoted }: Known,
  handOn?: ClaimTextsForSenders,
): Promise<readonly UnsignedMessage[]> {
  const known = new Set(sentBefore.map(({ client_id }) => client_id))
  const fresh = outgoing.filter(({ draft: { clientId } }) => {
    if (clientId === null) return true
    return !known.has(clientId) && known.add(clientId) // Skips a draft that the request contains twice.
  })
  const tickets = fresh.map(({ ticket }) => ticket)
  const open = await conversationsWithOpenReplyWindow(work, tickets)
  const messages: { ticket: TicketRow; draft: MessageDraft; message: MessageToStore }[] = []
  for (const [at, { ticket, draft, userId, user }] of fresh.entries()) {
    refuseUnsendable(ticket, draft, quoted)
    if (!draft.interactive?.template && !open.has(ticket)) throw refuse('ERR_WAPP_MSG_WINDOW_CLOSED')
    const id = ids[at]
    if (id === undefined) throw new Error('each draft has an id')
    const connectionId = ticket.connection_id ?? (await defaultConnection(work))
    const message = {
      ...draft,
      id,
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
      interactive: draft.interactive ?? null,
      rawContent: null,
      linkPreview: null,
      createdAt: work.now,
      writer: null,
      ...(user !== undefined && { user }),
    } as const
    messages.push({ ticket, draft, message })
  }

  const wire = await storeMessages(work, messages)
  const toStore = messages.map(({ message }) => message)
  const waiting = new Set(handOn === undefined ? toStore : handOn(work, toStore))
  const orders = messages.flatMap(({ message, draft }) =>
    waiting.has(message) ? orderOf(message, draft) : [],
  )
  addAllToOutbox(work, orders)
  for (const { message } of messages) {
    if (message.media?.isVoice) enqueueVoicePreparation(work, message.id)
    enqueueMp3Copy(work, { id: message.id, media: message.media, media_type: message.mediaType })
  }
  const sent = new Map(fresh.map((one, at) => [one, wire[at]]))
  const sentNow = (clientId: string | null) =>
    clientId === null ? undefined : wire.find((message) => message.clientId === clientId)
  return Promise.all(
    outgoing.map(async (one) => {
      const { ticket, draft } = one
      return sent.get(one) ?? sentNow(draft.clientId) ?? firstOf(work, ticket, draft, sentBefore)
    }),
  )
}

function orderOf(
  { id, connectionId, contactId }: MessageToStore,
  { origin, notBefore }: MessageDraft,
): OutboxItem {
  if (connectionId === null) throw new Error('a message to send has a connection')
  return {
    connectionId,
    contactId,
    kind: 'message',
    messageId: id,
    ...(notBefore !== undefined && { notBefore }),
    priority: origin === 'campaign' ? campaignMessagePriority : 0,
  }
}

function refuseUnsendable(ticket: TicketRow, draft: MessageDraft, quoted: readonly MessageRow[]): void {
  if (draft.body.trim() === '' && draft.media === null) throw refuse('ERR_VALIDATION', { field: 'body' })
  refuseLimits(ticket, draft)
  if (draft.quotedId === null) return
  const row = quoted.find(({ id }) => id === draft.quotedId)
  if (row === undefined || row.contact_id !== ticket.contact_id) throw refuse('ERR_NO_MESSAGE_FOUND')
}

/**
 * Refuses a draft beyond the provider's limits. Automatic texts are not checked: a refusal would roll back the storing
 * of the customer's message, so they fail when they are sent.
 */
function refuseLimits({ provider }: TicketRow, draft: MessageDraft): void {
  const { mediaType, interactive, origin } = draft
  const isOther = interactive !== undefined || mediaType === 'vcard' || mediaType === 'locationMessage'
  if (!isOther && !isAutomaticOrigin(origin)) refuseDraftBeyondProviderLimits(provider, draft)
}

/** Refuses what the provider can't send (ERR_WAPP_MSG_CONTENT). A voice note is not checked: it is converted later. */
export function refuseDraftBeyondProviderLimits(
  provider: string | null,
  { body, media, mediaType }: Pick<MessageDraft, 'body' | 'media' | 'mediaType'>,
): void {
  const kind =
    mediaType === 'image' || mediaType === 'video' || mediaType === 'audio' ? mediaType : 'document'
  const file =
    media === null || media.isVoice
      ? null
      : ({ kind, mimetype: media.mimetype, bytes: media.sizeBytes ?? 0 } as const)
  const problem = contentSendProblemOf(capabilitiesOf(provider ?? ''), { text: body, file })
  if (problem !== null) throw refuse('ERR_WAPP_MSG_CONTENT', { ...problem })
}

function defaultConnection(work: CompanyWork): Promise<ConnectionId> {
  return connectionForNewTicket(work, { requestedId: null, userDefaultId: null })
}

/** The message of a draft sent before. A client id of another ticket is refused, so that it reveals no message. */
async function firstOf(
  work: CompanyWork,
  ticket: TicketRow,
  { clientId }: MessageDraft,
  sentBefore: readonly MessageRow[],
): Promise<UnsignedMessage> {
  const first = sentBefore.find(({ client_id }) => client_id === clientId)
  if (first === undefined || first.ticket_id !== ticket.id) throw refuse('ERR_CREATING_MESSAGE')
  return readUnsignedMessage(work, first.id)
}
