import type { ConnectionId } from '@balcao/domain/ids'
import { decideReception } from '@balcao/domain/reception/decide-reception'
import type { CustomerMessage } from '@balcao/domain/reception/facts'
import type { CompanyWork } from '../../platform/work'
import type { ContactRow } from '../contacts/contacts.queries'
import { findOrOpenTicket } from '../tickets/find-or-open-ticket'
import type { TicketRow } from '../tickets/tickets.queries'
import { answerByReception, placeByReception } from './carry-out'
import { factsOfMessage } from './reception-facts.read'
import { takeRating } from './take-rating'

export interface Received {
  readonly ticket: TicketRow
  /** The message is a rating of this closed ticket: it calls nobody. */
  readonly isRating: boolean
  /** What the house says and remembers; for when what the customer wrote has been stored. */
  answer(): Promise<void>
}

/**
 * The ticket of a contact who wants something, where reception puts it, and the answer that is due. A ticket that
 * somebody owns costs nothing here, and is answered by nobody else.
 */
export async function receiveCustomer(
  work: CompanyWork,
  about: { contact: ContactRow; connectionId: ConnectionId; message: CustomerMessage },
): Promise<Received> {
  const { contact, connectionId, message } = about
  const found = await findOrOpenTicket(work, { contact, connectionId }, () =>
    takeRating(work, contact, message),
  )
  const isRating = found.ticket.status === 'closed'
  if (isRating || found.ticket.user_id !== null) {
    return { ticket: found.ticket, isRating, answer: async () => undefined }
  }

  const decisions = decideReception(await factsOfMessage(work, { ...about, ...found }))
  const ticket = await placeByReception(work, found.ticket, decisions)
  return { ticket, isRating, answer: () => answerByReception(work, ticket, decisions, message) }
}
