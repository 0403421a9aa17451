import type { ContactId, TicketId } from '@balcao/domain/ids'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { recordAudit } from '../../audit/record-audit'
import { lockTicketsOfContacts } from '../contact/merge-tickets.queries'
import { recordTicketChange } from '../record-change'
import { ticketFactsOfRow } from '../ticket-facts'
import { ticketToDelete } from '../tickets.access'
import { recordTicketEvent } from '../tickets.events'
import { ticketDeleting } from '../tickets.hooks'
import { deleteTicketRow } from '../tickets.queries'
import { dropSearchSample, eraseLastMessageTexts } from './erase-tickets.queries'

/** Deletes a ticket with its messages and tags (TICKET-28). Pages that show it get a `delete` event. */
export async function deleteTicket(work: PersonWork, ticketId: TicketId): Promise<void> {
  const ticket = await ticketToDelete(work, ticketId)

  await work.runHook(ticketDeleting, { ticketId })
  await work.db.run(deleteTicketRow, { ticketId })
  await recordAudit(work, {
    act: 'ticket.deleted',
    subject: { id: ticketId },
    detail: { contact: ticket.contact_id, status: ticket.status },
  })
  recordTicketEvent(work, {
    before: ticketFactsOfRow(ticket),
    after: null,
    ticket: null,
    ticketId,
    version: ticket.version + 1,
  })
}

/** Removes the texts that lists and searches show of an erased contact. The tickets stay for statistics. */
export async function eraseTicketTexts(
  work: CompanyWork,
  { contactId }: { contactId: ContactId },
): Promise<void> {
  const tickets = await work.db.rows(lockTicketsOfContacts, { keptId: contactId, goneId: contactId })
  await work.db.run(eraseLastMessageTexts, { contactId })
  await work.db.run(dropSearchSample)

  // Pages that show these tickets, or a group in which the contact wrote, must load the conversation again.
  for (const before of tickets) await recordTicketChange(work, before, before.id, { isConversationNew: true })
}
