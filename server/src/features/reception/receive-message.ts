import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import { decideReception } from '@balcao/domain/reception/decide-reception'
import type { CustomerMessage, Wordless } from '@balcao/domain/reception/facts'
import { queueAtOnce } from '@balcao/domain/reception/queue-at-once'
import { type InboundContent, type InboundMessage, isAwaited, type MediaKind } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { textsOfCompany } from '../companies/companies.read'
import { queuesOfConnection } from '../connections/connections.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { pushName as calledBy, recogniseContact } from '../contacts/recognise-contact'
import { takeOutOfHistory } from '../messages/history/take-out-of-history'
import { replacePlaceholder } from '../messages/incoming/replace-placeholder'
import { isStored, storeIncoming } from '../messages/incoming/store-incoming'
import type { MessageRow } from '../messages/messages.queries'
import { settingOf } from '../settings/settings.read'
import { withoutBot } from '../tickets/acts/apply-transition'
import { placeTicket } from '../tickets/acts/place-ticket'
import { findOrOpenTicket } from '../tickets/contact/find-or-open-ticket'
import { automaticMessagesEnding } from '../tickets/tickets.hooks'
import type { TicketRow } from '../tickets/tickets.queries'
import { ticketForHandset, ticketForReception } from '../tickets/tickets.read'
import { keepPlace } from './bot-conversations.queries'
import { answerByReception, isHandOver, placeByReception } from './carry-out'
import { receiveCustomer } from './receive-customer'
import { factsOfMessage } from './reception-facts.read'

interface Incoming {
  readonly connectionId: ConnectionId
  readonly inbound: InboundMessage
}

/**
 * Processes one message (MESSAGE-09), and answers it if its ticket has no owner. Repeats are detected before a ticket
 * is opened, because a second delivery after the ticket was resolved must not open another one. Returns the contact
 * of the conversation; null: it was not stored.
 */
export async function receiveMessage(
  work: CompanyWork,
  dataKeys: DataKeys,
  incoming: Incoming,
): Promise<ContactId | null> {
  const { connectionId, inbound } = incoming
  if (inbound.chat.kind === 'group' && (await settingOf(work, 'CheckMsgIsGroup')) === 'enabled') {
    return null
  }
  const { contact, author } = await recogniseWriters(work, inbound)
  const texts = textsOfCompany(work) // shares a round trip with the next query
  texts.catch(() => undefined) // the later await throws the error
  if (await isStored(work, { contact, author, inbound })) {
    const wasHistory = await takeOutOfHistory(work, { contact, author, inbound })
    if (!wasHistory) {
      const filled = await replacePlaceholder(work, dataKeys, { contact, author, inbound })
      if (filled !== null) await receiveFilled(work, filled, { contact, connectionId, inbound })
      return contact.id
    }
  }

  if (inbound.fromMe) {
    const ticket = await ticketOfHandset(work, contact, connectionId)
    await storeIncoming(work, dataKeys, { ticket, contact, author, connectionId, inbound })
    return contact.id
  }
  const message = customerMessage(inbound.content)
  const { ticket, callsNobody, answer } = await receiveCustomer(work, { contact, connectionId, message })
  const stored = { ticket, contact, author, connectionId, inbound, countsAsUnread: !callsNobody }
  await storeIncoming(work, dataKeys, stored)
  await answer()
  return contact.id
}

/**
 * Finds the contact of the conversation and, in a group, of the writer. The name belongs to the writer, not to the
 * group.
 */
async function recogniseWriters(
  work: CompanyWork,
  { chat, author, pushName }: InboundMessage,
): Promise<{ contact: ContactRow; author: ContactRow | null }> {
  const called = calledBy(pushName)
  const contact = await recogniseContact(work, { chat, called: chat.kind === 'group' ? null : called })
  return {
    contact,
    author: author === null ? null : await recogniseContact(work, { chat: author, called }),
  }
}

/**
 * Runs when an unreadable message becomes readable, and passes it to the assistant, which had skipped it. A menu has
 * answered the placeholder already. The act holds the ticket's lock.
 */
async function receiveFilled(
  work: CompanyWork,
  { ticket_id }: MessageRow,
  about: { contact: ContactRow; connectionId: ConnectionId; inbound: InboundMessage },
): Promise<void> {
  const { contact, connectionId, inbound } = about
  if (inbound.fromMe) return
  const ticket = await ticketForReception(work, ticket_id)
  if (ticket.status !== 'pending' || ticket.user_id !== null) return
  const message = customerMessage(inbound.content)
  const facts = await factsOfMessage(work, { ticket, isNew: false, contact, connectionId, message })
  const decisions = decideReception(facts)
  if (!decisions.some(isHandOver)) return
  await answerByReception(work, await placeByReception(work, ticket, decisions), decisions, message)
}

/** The part of a message that a menu can interpret: its text, also a caption. */
function customerMessage(content: InboundContent): CustomerMessage {
  switch (content.kind) {
    case 'text':
      return { kind: 'text', text: content.text }
    case 'media':
      return content.caption.trim() === ''
        ? { kind: 'no-words', sent: ofMedia[content.media] }
        : { kind: 'text', text: content.caption }
    case 'unsupported':
      return isAwaited(content) ? { kind: 'unreadable' } : { kind: 'no-words', sent: 'other' }
    case 'location':
      return { kind: 'no-words', sent: 'place' }
    case 'contact-card':
      return { kind: 'no-words', sent: 'card' }
    case 'poll':
      return { kind: 'no-words', sent: 'poll' }
  }
}

const ofMedia: Readonly<Record<MediaKind, Wordless>> = {
  audio: 'sound',
  image: 'picture',
  video: 'picture',
  sticker: 'picture',
  document: 'document',
}

/**
 * The ticket for a message typed on the handset: the latest one, without reopening it, because the customer does not
 * wait. Without one, a ticket opens. In a pending ticket the menu and the assistant become silent, because a person
 * has answered.
 */
async function ticketOfHandset(
  work: CompanyWork,
  contact: ContactRow,
  connectionId: ConnectionId,
): Promise<TicketRow> {
  const ticket = (await ticketForHandset(work, contact.id)) ?? (await newTicket(work, contact, connectionId))
  if (ticket.status !== 'pending' || ticket.user_id !== null || ticket.is_group) return ticket
  await work.db.run(keepPlace, {
    contactId: contact.id,
    ticketId: ticket.id,
    stage: 'ended',
    optionId: null,
    invalidAnswers: 0,
    menuAt: null,
    isTakenOver: true,
  })
  await work.runHook(automaticMessagesEnding, { ticketId: ticket.id })
  return placeTicket(work, ticket, withoutBot)
}

async function newTicket(
  work: CompanyWork,
  contact: ContactRow,
  connectionId: ConnectionId,
): Promise<TicketRow> {
  const { ticket } = await findOrOpenTicket(work, { contact, connectionId })
  const queueId = queueAtOnce(await queuesOfConnection(work, connectionId))
  return queueId === null ? ticket : placeTicket(work, ticket, { queue_id: queueId })
}
