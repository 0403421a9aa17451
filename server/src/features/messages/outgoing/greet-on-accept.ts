import { companyTexts } from '@balcao/domain/company-texts'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import { fillVariables } from '@balcao/domain/message-variables'
import type { CompanyWork } from '../../../platform/work'
import { ownCompany } from '../../companies/companies.read'
import { nameOfContact } from '../../contacts/contacts.read'
import { readCompanySetting } from '../../settings/settings.read'
import { recordUnsentAutomaticTexts } from '../../tickets/history/add-history-entry'
import { hasReacceptedReturnedTicket } from '../../tickets/history/ticket-events.read'
import { loadTicketRow } from '../../tickets/tickets.read'
import { conversationsWithOpenReplyWindow } from './reply-window'
import { sendMessage, textDraft } from './send-message'

/**
 * Sends the greeting of the user who accepted the ticket (TICKET-17, TICKET-18). Groups get none, nor does a ticket
 * that this user had just returned. Names are inserted last: a customer's name is never evaluated as a template.
 */
export async function greetOnAccept(
  work: CompanyWork,
  { ticketId, contactId, isGroup }: { ticketId: TicketId; contactId: ContactId; isGroup: boolean },
): Promise<void> {
  if (isGroup || work.actor.kind !== 'person') return
  if ((await readCompanySetting(work, 'sendGreetingAccepted')) !== 'enabled') return
  if (await hasReacceptedReturnedTicket(work, ticketId, work.actor.userId)) return

  const ticket = await loadTicketRow(work, ticketId)
  // Without a connection the ticket can be accepted, but no greeting can be sent.
  if (ticket.connection_id === null) return
  if (!(await conversationsWithOpenReplyWindow(work, [ticket])).has(ticket)) {
    return recordUnsentAutomaticTexts(work, [{ ticket, name: 'greeting' }])
  }

  const { time_zone: timeZone, language } = await ownCompany(work)
  const name = await nameOfContact(work, contactId)
  const person = { name, number: '', email: '' } // The greeting uses only the name.
  const greeting = fillVariables('{{ms}}, {{firstName}}!', { ...person, now: work.now, timeZone, language })
  const body = companyTexts(language).accepted(greeting, work.actor.name)
  await sendMessage(work, ticket, textDraft(body, 'automatic'), work.actor.userId)
}
