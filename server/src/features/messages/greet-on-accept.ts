import { companyTexts } from '@balcao/domain/company-texts'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import { fillVariables } from '@balcao/domain/message-variables'
import type { CompanyWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import { contactName } from '../contacts/contacts.read'
import { settingOf } from '../settings/settings.read'
import { hasTakenBackReturn } from '../tickets/ticket-events.read'
import { ticketForReception } from '../tickets/tickets.read'
import { sendMessage } from './send-message'

/**
 * The automatic greeting of whoever accepted, when the company wants it; never to groups (TICKET-17, TICKET-18),
 * and not again of whoever takes back their own return: to the customer they never left.
 * Names are put in after the template was filled: a customer's own name is never read as a template.
 */
export async function greetOnAccept(
  work: CompanyWork,
  { ticketId, contactId, isGroup }: { ticketId: TicketId; contactId: ContactId; isGroup: boolean },
): Promise<void> {
  if (isGroup || work.actor.kind !== 'person') return
  if ((await settingOf(work, 'sendGreetingAccepted')) !== 'enabled') return
  if (await hasTakenBackReturn(work, ticketId, work.actor.userId)) return

  const ticket = await ticketForReception(work, ticketId)
  // Its number was deleted and there was no other: the ticket can be accepted all the same, without a greeting.
  if (ticket.connection_id === null) return

  const { time_zone: timeZone, language } = await ownCompany(work)
  const name = await contactName(work, contactId)
  const person = { name, number: '', email: '' } // this greeting names nothing else
  const greeting = fillVariables('{{ms}}, {{firstName}}!', { ...person, now: work.now, timeZone, language })
  const body = companyTexts(language).accepted(greeting, work.actor.name)
  const draft = {
    body,
    clientId: null,
    mediaType: null,
    media: null,
    quotedId: null,
    origin: 'automatic' as const,
  }
  await sendMessage(work, ticket, draft, work.actor.userId)
}
