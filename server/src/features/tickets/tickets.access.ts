import type { TicketId } from '@balcao/domain/ids'
import { mayAnswerTicket, mayReadTicket } from '@balcao/domain/tickets'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { lockMergedFrom, ticketMergedFrom, ticketMergedFromUuid } from './merge-tickets.queries'
import { factsOf } from './ticket-facts'
import { lockTicket, sharedHistory, type TicketRow, ticketById, ticketByUuid } from './tickets.queries'

/**
 * The ticket, if this person may read it. One that went into another (a page may still show it) is that other one from
 * then on: what is asked for, said or changed there is so in the conversation that goes on.
 */
export async function ticketToRead(work: PersonWork, id: TicketId): Promise<TicketRow> {
  return readable(work, await ticketOrMerged(work, id))
}

/**
 * The same for who only looks: where the company shares its history, also a closed ticket of a contact whom this person
 * serves right now (decision 0002). Nothing may be done in it.
 */
export async function ticketToLookAt(work: PersonWork, id: TicketId): Promise<TicketRow> {
  return lookedAt(work, await ticketOrMerged(work, id))
}

async function ticketOrMerged({ db }: PersonWork, id: TicketId): Promise<TicketRow | null> {
  return (await db.row(ticketById, [id])) ?? db.row(ticketMergedFrom, [id])
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** By its address, for who looks at it. */
export async function ticketToLookAtByUuid(work: PersonWork, uuid: string): Promise<TicketRow> {
  if (!uuidForm.test(uuid)) return lookedAt(work, null)
  return lookedAt(
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

async function lookedAt(work: PersonWork, ticket: TicketRow | null): Promise<TicketRow> {
  if (ticket === null || mayReadTicket(work.actor, factsOf(ticket))) return readable(work, ticket)
  const { is_shared: isShared } = await work.db.one(sharedHistory, [ticket.id, work.actor.userId])
  return isShared ? ticket : readable(work, ticket)
}

/** A foreign ticket does not exist; one of another queue does, and is refused in words (TICKET-36, TICKET-38). */
function readable(work: PersonWork, ticket: TicketRow | null): TicketRow {
  if (ticket === null) throw refuse('ERR_NO_TICKET_FOUND')
  if (!mayReadTicket(work.actor, factsOf(ticket))) throw refuse('ERR_NO_PERMISSION')
  return ticket
}
