import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'
import type { ContactRow } from '../../contacts/contacts.queries'
import { applyTransitions } from '../acts/apply-transition'
import type { TicketRow } from '../tickets.queries'
import { addTickets } from './add-ticket'
import { liveTicketsOf } from './live-tickets'

/** A contact that wrote, and the connection to which it wrote. */
export interface ContactOnConnection {
  readonly contact: ContactRow
  readonly connectionId: ConnectionId
}

export interface FoundTicket {
  readonly ticket: TicketRow
  readonly isNew: boolean
}

/**
 * Opens a pending ticket for each contact without a live one (TICKET-34). The caller holds the contacts' locks, which
 * `recogniseContacts` takes: they serialize concurrent messages of one contact.
 *
 * A message to another number of the company moves the ticket to that connection, so that answers leave from the number
 * to which the customer wrote.
 */
export async function findOrOpenTickets<C extends ContactOnConnection>(
  work: CompanyWork,
  callers: readonly C[],
  live: ReadonlyMap<ContactId, TicketRow>,
): Promise<ReadonlyMap<C, FoundTicket>> {
  const found = new Map<C, FoundTicket>()
  const strangers = callers.filter(({ contact }) => !live.has(contact.id))
  const added = await addTickets(
    work,
    strangers.map(({ contact, connectionId }) => ({ contact, connectionId, status: 'pending' })),
  )
  for (const [at, { row }] of added.entries()) {
    const caller = strangers[at]
    if (caller !== undefined) found.set(caller, { ticket: row, isNew: true })
  }

  const moved = callers.filter(({ contact, connectionId }) => {
    const ticket = live.get(contact.id)
    return ticket !== undefined && ticket.connection_id !== connectionId
  })
  await applyTransitions(
    work,
    moved.flatMap(({ contact, connectionId }) => {
      const before = live.get(contact.id)
      return before === undefined
        ? []
        : { before, name: 'move' as const, change: { connection_id: connectionId } }
    }),
  )
  for (const caller of callers) {
    const ticket = live.get(caller.contact.id)
    if (ticket !== undefined)
      found.set(caller, { ticket: { ...ticket, connection_id: caller.connectionId }, isNew: false })
  }
  return found
}

export async function findOrOpenTicket(work: CompanyWork, caller: ContactOnConnection): Promise<TicketRow> {
  const found = await findOrOpenTickets(work, [caller], await liveTicketsOf(work, [caller.contact]))
  const ticket = found.get(caller)?.ticket
  if (ticket === undefined) throw new Error('each caller has a ticket')
  return ticket
}
