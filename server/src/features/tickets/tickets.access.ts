import type { TicketId } from '@balcao/domain/ids'
import { mayAnswerTicket, mayReadTicket } from '@balcao/domain/tickets'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { lockMergedFrom, ticketMergedFrom, ticketMergedFromUuid } from './merge-tickets.queries'
import { factsOf } from './ticket-facts'
import { lockTicket, type TicketRow, ticketById, ticketByUuid } from './tickets.queries'

/**
 * The ticket, if this person may read it. One that went into another (a page may still show it) is that other one from
 * then on: what is asked for, said or changed there is so in the conversation that goes on.
 */
export async function ticketToRead(work: PersonWork, id: TicketId): Promise<TicketRow> {
  return readable(work, (await work.db.row(ticketById, [id])) ?? (await work.db.row(ticketMergedFrom, [id])))
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export async function ticketToReadByUuid(work: PersonWork, uuid: string): Promise<TicketRow> {
  if (!uuidForm.test(uuid)) return readable(work, null)
  return readable(
    work,
    (await work.db.row(ticketByUuid, [uuid])) ?? (await work.db.row(ticketMergedFromUuid, [uuid])),
  )
}

/** The ticket, locked until the act ends, if this person may read it: accepting and reopening begin here. */
export async function ticketToChange(work: PersonWork, id: TicketId): Promise<TicketRow> {
  return readable(work, (await work.db.row(lockTicket, [id])) ?? (await work.db.row(lockMergedFrom, [id])))
}

/** The open ticket, locked until the act ends, if this person may answer in it. */
export async function ticketToAnswer(work: PersonWork, id: TicketId): Promise<TicketRow> {
  const ticket = await ticketToChange(work, id)
  if (!mayAnswerTicket(work.actor, factsOf(ticket))) throw refuse('ERR_TICKET_STATE')
  return ticket
}

/** Any ticket of the company: the route asks for the permission to delete. */
export async function ticketToDelete(work: PersonWork, id: TicketId): Promise<TicketRow> {
  const ticket = await work.db.row(lockTicket, [id])
  if (ticket === null) throw refuse('ERR_NO_TICKET_FOUND')
  return ticket
}

/** A foreign ticket does not exist; one of another queue does, and is refused in words (TICKET-36, TICKET-38). */
function readable(work: PersonWork, ticket: TicketRow | null): TicketRow {
  if (ticket === null) throw refuse('ERR_NO_TICKET_FOUND')
  if (!mayReadTicket(work.actor, factsOf(ticket))) throw refuse('ERR_NO_PERMISSION')
  return ticket
}
