import type { ConnectionId } from '@balcao/domain/ids'
import { queueAtOnce } from '@balcao/domain/reception/queue-at-once'
import type { CompanyWork } from '../../platform/work'
import { queuesOfConnection } from '../connections/connections.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { withoutBot } from '../tickets/apply-transition'
import { findOrOpenTicket } from '../tickets/find-or-open-ticket'
import { placeTicket } from '../tickets/place-ticket'
import { automaticMessagesEnding } from '../tickets/tickets.hooks'
import type { TicketRow } from '../tickets/tickets.queries'
import { ticketForHandset } from '../tickets/tickets.read'
import { keepPlace } from './bot-conversations.queries'

/**
 * The ticket for a message typed on the handset: the latest one, without reopening it, because the customer does not
 * wait. Without one, a ticket opens. In a pending ticket the menu and the assistant become silent, because a person
 * has answered.
 */
export async function ticketOfHandset(
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
