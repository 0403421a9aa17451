import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import { decideReception } from '@balcao/domain/reception/decide-reception'
import type { CustomerMessage, NonTextMessageKind } from '@balcao/domain/reception/facts'
import { onlyQueueOf } from '@balcao/domain/reception/queue-at-once'
import {
  type InboundContent,
  type InboundMessage,
  isContentAwaited,
  type MediaKind,
} from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { systemTextsInCompanyLanguage } from '../companies/companies.read'
import { queuesOfConnection } from '../connections/connections.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { contactNameOfPushName, recogniseContacts } from '../contacts/recognise-contact'
import { deleteHistoryCopyOfMessage } from '../messages/history/store-history'
import { storedPlainTextOf } from '../messages/incoming/inbound-content'
import { replacePlaceholder } from '../messages/incoming/replace-placeholder'
import {
  type IncomingMessageFacts,
  type IncomingMessageOfTicket,
  type IncomingMessageWithContacts,
  readIncomingMessageFacts,
  storeIncomingMessages,
} from '../messages/incoming/store-incoming'
import type { MessageRow } from '../messages/messages.queries'
import { readCompanySetting } from '../settings/settings.read'
import { clearedBotColumns } from '../tickets/acts/apply-transition'
import { setQueueAndBotOfTicket } from '../tickets/acts/place-ticket'
import { lockLiveTicketsByContact } from '../tickets/contact/live-tickets'
import { createPendingTickets } from '../tickets/contact/open-tickets'
import { automaticMessagesEnding } from '../tickets/tickets.hooks'
import type { TicketRow } from '../tickets/tickets.queries'
import { loadTicketRow, ticketForLinkedPhone } from '../tickets/tickets.read'
import {
  applyDecisionsToTickets,
  isHandOverDecision,
  saveBotMenuPositionsOfTickets,
  sendReceptionAnswers,
} from './carry-out'
import { campaignRepliesByContact, findOrOpenTicketsOfCustomers } from './receive-customers'
import { readReceptionFacts } from './reception-facts.read'

/** A message from WhatsApp. No other message of the same batch belongs to its conversation. */
export interface InboundMessageOfConnection {
  readonly connectionId: ConnectionId
  readonly inbound: InboundMessage
}

/**
 * Detects repeats (MESSAGE-09) before a ticket is opened: a second delivery after the ticket was resolved must not open
 * another one. Each step is one statement for all messages, so no two may have an address in common.
 */
export async function receiveMessages(
  work: CompanyWork,
  dataKeys: DataKeys,
  messages: readonly InboundMessageOfConnection[],
): Promise<void> {
  const all = await recogniseWriters(work, await withoutIgnoredGroups(work, messages))
  if (all.length === 0) return
  const incoming = firstOfEach(all)
  const contacts = incoming.map(({ contact }) => contact)
  const customersOf = <One extends IncomingMessageWithContacts>(all: readonly One[]) =>
    all
      .filter(({ inbound }) => !inbound.fromMe)
      .map((one) => ({ ...one, message: customerMessage(one.inbound.content) }))
  const [before, live, replies] = await Promise.all([
    readIncomingMessageFacts(work, incoming),
    lockLiveTicketsByContact(work, contacts),
    campaignRepliesByContact(work, customersOf(incoming)),
    incoming.some(({ inbound }) => storedPlainTextOf(inbound.content) === null) &&
      systemTextsInCompanyLanguage(work),
  ])

  const fresh: (IncomingMessageWithContacts & IncomingMessageFacts)[] = []
  for (const [at, one] of incoming.entries()) {
    const known = before[at]
    if (known !== undefined && !(await isRepeated(work, dataKeys, one, known)))
      fresh.push({ ...one, ...known })
  }
  const ours = fresh.filter(({ inbound }) => inbound.fromMe)
  const stored: IncomingMessageOfTicket[] = []
  for (const one of ours) {
    const ticket = await ticketOfHandset(work, one.contact, one.connectionId)
    stored.push({ ...one, ticket, countsAsUnread: false })
  }
  const received = await findOrOpenTicketsOfCustomers(work, customersOf(fresh), { live, replies })
  for (const [one, { ticket, callsNobody }] of received)
    stored.push({ ...one, ticket, countsAsUnread: !callsNobody })
  await storeIncomingMessages(work, dataKeys, stored)
  const answers = [...received].map(([{ message }, { ticket, decisions }]) => ({
    ticket,
    decisions,
    message,
  }))
  await sendReceptionAnswers(work, answers)
  const later = all.filter((one) => !incoming.includes(one))
  if (later.length > 0) await receiveMessages(work, dataKeys, later)
}

/**
 * The first message of each contact; later ones wait for the next round. A batch may have several of one contact,
 * because two addresses can turn out to be the same contact's.
 */
function firstOfEach(
  incoming: readonly IncomingMessageWithContacts[],
): readonly IncomingMessageWithContacts[] {
  const seen = new Set<ContactId>()
  return incoming.filter(({ contact: { id } }) => !seen.has(id) && seen.add(id))
}

async function withoutIgnoredGroups(
  work: CompanyWork,
  messages: readonly InboundMessageOfConnection[],
): Promise<readonly InboundMessageOfConnection[]> {
  const isOfGroup = ({ inbound }: InboundMessageOfConnection) => inbound.chat.kind === 'group'
  if (!messages.some(isOfGroup) || (await readCompanySetting(work, 'CheckMsgIsGroup')) !== 'enabled')
    return messages
  return messages.filter((one) => !isOfGroup(one))
}

/** Finds the contacts of the chats and, in groups, of the writers. The reported name is always the writer's. */
async function recogniseWriters(
  work: CompanyWork,
  messages: readonly InboundMessageOfConnection[],
): Promise<readonly IncomingMessageWithContacts[]> {
  if (messages.length === 0) return []
  const met = messages.flatMap(({ inbound: { chat, author, pushName } }) => {
    const called = contactNameOfPushName(pushName)
    const conversation = { chat, called: chat.kind === 'group' ? null : called }
    return author === null ? [conversation] : [conversation, { chat: author, called }]
  })
  const contacts = [...(await recogniseContacts(work, met))]
  return messages.map(({ connectionId, inbound }) => {
    const contact = contacts.shift()
    const author = inbound.author === null ? null : (contacts.shift() ?? null)
    if (contact === undefined) throw new Error('each message has a contact')
    return { contact, author, connectionId, inbound }
  })
}

/** Whether the message was stored before, so that this copy needs no further processing. */
async function isRepeated(
  work: CompanyWork,
  dataKeys: DataKeys,
  incoming: IncomingMessageWithContacts,
  { stored }: IncomingMessageFacts,
): Promise<boolean> {
  if (stored === null || (await deleteHistoryCopyOfMessage(work, incoming))) return false
  const filled = await replacePlaceholder(work, dataKeys, stored, incoming.inbound)
  if (filled !== null) await receiveFilled(work, filled, incoming)
  return true
}

/** Passes a message whose content came later to its assistant. A menu has already answered the placeholder. */
async function receiveFilled(
  work: CompanyWork,
  { ticket_id }: MessageRow,
  { contact, connectionId, inbound }: IncomingMessageWithContacts,
): Promise<void> {
  if (inbound.fromMe) return
  const ticket = await loadTicketRow(work, ticket_id)
  if (ticket.status !== 'pending' || ticket.user_id !== null) return
  const message = customerMessage(inbound.content)
  const [facts] = await readReceptionFacts(work, [{ ticket, contact, connectionId, message }])
  const decisions = facts === undefined ? [] : decideReception(facts)
  if (!decisions.some(isHandOverDecision)) return
  const [placed] = await applyDecisionsToTickets(work, [{ ticket, decisions }])
  await sendReceptionAnswers(work, [{ ticket: placed ?? ticket, decisions, message }])
}

/** The part of a message that a menu can interpret: its text, also a caption. */
function customerMessage(content: InboundContent): CustomerMessage {
  switch (content.kind) {
    case 'text':
      return { kind: 'text', text: content.choice ?? content.text }
    case 'media':
      return content.caption.trim() === ''
        ? { kind: 'no-words', sent: ofMedia[content.media] }
        : { kind: 'text', text: content.caption }
    case 'unsupported':
      return isContentAwaited(content) ? { kind: 'unreadable' } : { kind: 'no-words', sent: 'other' }
    case 'location':
      return { kind: 'no-words', sent: 'place' }
    case 'contact-card':
      return { kind: 'no-words', sent: 'card' }
    case 'order':
      return content.text.trim() === ''
        ? { kind: 'no-words', sent: 'other' }
        : { kind: 'text', text: content.text }
    case 'poll':
      return { kind: 'no-words', sent: 'poll' }
  }
}

const ofMedia: Readonly<Record<MediaKind, NonTextMessageKind>> = {
  audio: 'sound',
  image: 'picture',
  video: 'picture',
  sticker: 'picture',
  document: 'document',
}

/** For a message typed on the handset: the latest ticket, without reopening it. In a pending one, the bot stops. */
async function ticketOfHandset(
  work: CompanyWork,
  contact: ContactRow,
  connectionId: ConnectionId,
): Promise<TicketRow> {
  const ticket =
    (await ticketForLinkedPhone(work, contact.id)) ?? (await newTicket(work, contact, connectionId))
  if (ticket.status !== 'pending' || ticket.user_id !== null || ticket.is_group) return ticket
  const place = { stage: 'ended', optionId: null, invalidAnswers: 0, menuAt: null } as const
  saveBotMenuPositionsOfTickets(work, [{ ticket, place }], { areTakenOver: true })
  await work.runHook(automaticMessagesEnding, { ticketId: ticket.id })
  return setQueueAndBotOfTicket(work, ticket, clearedBotColumns)
}

async function newTicket(
  work: CompanyWork,
  contact: ContactRow,
  connectionId: ConnectionId,
): Promise<TicketRow> {
  const queue_id = onlyQueueOf(await queuesOfConnection(work, connectionId))
  const [ticket] = await createPendingTickets(work, [{ contact, connectionId, placement: { queue_id } }])
  if (ticket === undefined) throw new Error('an opened ticket has a row')
  return ticket
}
