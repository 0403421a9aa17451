import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import { decideReception } from '@balcao/domain/reception/decide-reception'
import type { InboundMessage } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { textsOfCompany } from '../companies/companies.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { pushName as calledBy, recogniseContact } from '../contacts/recognise-contact'
import type { MessageRow } from '../messages/messages.queries'
import { replacePlaceholder } from '../messages/replace-placeholder'
import { isStored, storeIncoming } from '../messages/store-incoming'
import { takeOutOfHistory } from '../messages/take-out-of-history'
import { settingOf } from '../settings/settings.read'
import { ticketForReception } from '../tickets/tickets.read'
import { answerByReception, isHandOver, placeByReception } from './carry-out'
import { customerMessage } from './customer-message'
import { receiveCustomer } from './receive-customer'
import { factsOfMessage } from './reception-facts.read'
import { ticketOfHandset } from './ticket-of-handset'

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
