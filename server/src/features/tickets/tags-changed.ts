import type { CompanyWork } from '../../platform/work'
import { recordChange } from './record-change'
import { raiseVersion, type TicketRow } from './tickets.queries'
import type { UnsignedTicket } from './tickets.view'

/** Publishes the new tags of a ticket that the caller has locked. The ticket keeps its place in the lists. */
export async function tagsChanged(work: CompanyWork, ticket: TicketRow): Promise<UnsignedTicket> {
  await work.db.run(raiseVersion, { ticketId: ticket.id })
  return recordChange(work, ticket, ticket.id, { areTagsNew: true })
}
