import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import type { InboundMessage } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { textsOfCompany } from '../companies/companies.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { pushName as calledBy, recogniseContact } from '../contacts/recognise-contact'
import { replacePlaceholder } from '../messages/replace-placeholder'
import { isStored, storeIncoming } from '../messages/store-incoming'
import { takeOutOfHistory } from '../messages/take-out-of-history'
import { settingOf } from '../settings/settings.read'
import { customerMessage } from './customer-message'
import { receiveCustomer } from './receive-customer'
import { receiveFilled } from './receive-filled'
import { ticketOfHandset } from './ticket-of-handset'

interface Incoming {
  readonly connectionId: ConnectionId
  readonly inbound: InboundMessage
}

/**
 * Takes in one message (MESSAGE-09), and answers it where nobody owns its ticket. Whether it is a repeat is asked before a
 * ticket is opened: a second delivery of a message whose ticket was resolved long ago must not open another. Gives whose
 * conversation it is in; null: in none.
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
  const texts = textsOfCompany(work) // asked in the same breath, for whatever is stored below
  texts.catch(() => undefined) // whoever needs them is told
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

/** Whose conversation it is, and within a group who wrote. A group's name is not its writer's. */
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
