import type { ConnectionId } from '@balcao/domain/ids'
import { botTexts } from '@balcao/domain/reception/bot-texts'
import type { InboundCall } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import { addressListOf } from '../contacts/contact-address'
import type { ContactRow } from '../contacts/contacts.queries'
import { lockContactsOfAddresses } from '../contacts/find-contact'
import { recogniseContact } from '../contacts/recognise-contact'
import {
  isCallStored,
  openReplyWindowOfCall,
  storeCall,
  wasCallMissed,
} from '../messages/incoming/store-call'
import { readCompanySetting } from '../settings/settings.read'
import { wakeTicketsOnCustomerMessage } from '../tickets/acts/snooze-ticket'
import { lockLiveTicketsByContact } from '../tickets/contact/live-tickets'
import type { TicketRow } from '../tickets/tickets.queries'
import { ticketForLinkedPhone } from '../tickets/tickets.read'
import { findOrOpenTicketsOfCustomers } from './receive-customers'
import { sendAutomaticText } from './say-automatically'

interface Incoming {
  readonly connectionId: ConnectionId
  readonly inbound: InboundCall
}

/**
 * If the company takes calls (BOT-10), a call is stored in an existing conversation and opens no ticket. Otherwise the
 * driver refuses the call: it opens a ticket like a message, and the caller gets a text. Idempotent.
 */
export async function receiveCall(work: CompanyWork, { connectionId, inbound }: Incoming): Promise<void> {
  const isGroup = inbound.chat.kind === 'group'
  if (isGroup && (await readCompanySetting(work, 'CheckMsgIsGroup')) === 'enabled') return
  // A call that the driver has refused counts as not taken, even if the setting has changed since.
  const takesCalls = inbound.outcome !== 'refused' && (await readCompanySetting(work, 'call')) === 'enabled'
  const isStranger = (await lockContactsOfAddresses(work, addressListOf(inbound.chat))).length === 0
  if (takesCalls && isStranger) return

  const contact = await recogniseContact(work, { chat: inbound.chat, called: null })
  if (await isCallStored(work, contact, inbound)) return
  openReplyWindowOfCall(work, { contact, connectionId, inbound })
  const found = takesCalls
    ? await ticketForLinkedPhone(work, contact.id)
    : await ticketThatMayOpen(work, contact, { connectionId, inbound })
  if (found === null) return
  const [woken] = wasCallMissed(inbound) ? await wakeTicketsOnCustomerMessage(work, [found]) : []
  const ticket = woken ?? found
  await storeCall(work, { ticket, contact, connectionId, inbound })
  if (takesCalls || isGroup || !wasCallMissed(inbound)) return
  const { language } = await ownCompany(work)
  await sendAutomaticText(work, ticket, { name: 'bot', body: botTexts(language).noCalls })
}

/** A call that a person answered or declined on the handset opens no ticket, because its caller does not wait. */
async function ticketThatMayOpen(
  work: CompanyWork,
  contact: ContactRow,
  { connectionId, inbound }: Incoming,
): Promise<TicketRow | null> {
  if (!wasCallMissed(inbound)) return ticketForLinkedPhone(work, contact.id)
  const customer = { contact, connectionId, message: { kind: 'call' } } as const
  const live = await lockLiveTicketsByContact(work, [contact])
  const replies = new Map() // A call cannot be a reply to a campaign.
  return (
    (await findOrOpenTicketsOfCustomers(work, [customer], { live, replies })).get(customer)?.ticket ?? null
  )
}
