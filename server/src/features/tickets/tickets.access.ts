import type { TicketId } from '@balcao/domain/ids'
import type { Viewer } from '@balcao/domain/people'
import { mayAnswerTicket, mayReadTicket } from '@balcao/domain/tickets'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork, PersonWork } from '../../platform/work'
import {
  lockRemainingTicketByMergedId,
  remainingTicketByMergedId,
  remainingTicketByMergedUuid,
} from './contact/merge-tickets.queries'
import { ticketFactsOfRow } from './ticket-facts'
import {
  isHistorySharedWith,
  lockTicket,
  lockTickets,
  type TicketRow,
  type TicketViewRow,
  ticketById,
  ticketByUuid,
  ticketViewRows,
} from './tickets.queries'

/**
 * Loads a ticket that this person may read. A merged ticket's id, which pages may still use, loads the remaining one.
 */
export async function ticketToRead(work: PersonWork, id: TicketId): Promise<TicketRow> {
  return readable(work, await ticketOrMerged(work, id))
}

/** For functions that change nothing: also loads closed tickets of a shared history (decision 0002). */
export async function ticketToView(work: PersonWork, id: TicketId): Promise<TicketRow> {
  return viewable(work, await ticketOrMerged(work, id))
}

/** Loads a ticket with all data that the API shows, also a closed one of a shared history (decision 0002). */
export async function ticketToShow(work: PersonWork, id: TicketId): Promise<TicketViewRow> {
  const shown = await work.db.row(ticketViewRows, { ticketIds: [id] })
  if (shown !== null) return viewable(work, shown)
  return work.db.one(ticketViewRows, { ticketIds: [(await ticketToView(work, id)).id] })
}

async function ticketOrMerged({ db }: PersonWork, id: TicketId): Promise<TicketRow | null> {
  return (await db.row(ticketById, { ticketId: id })) ?? db.row(remainingTicketByMergedId, { goneId: id })
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Loads a ticket by the uuid in the page's address, also one of a shared history. A malformed uuid is not found. */
export async function ticketToViewByUuid(work: PersonWork, uuid: string): Promise<TicketRow> {
  if (!uuidForm.test(uuid)) return viewable(work, null)
  const ticket = await work.db.row(ticketByUuid, { uuid })
  return viewable(work, ticket ?? (await work.db.row(remainingTicketByMergedUuid, { uuid })))
}

/** Locks the ticket until the transaction ends. Every change of a ticket in any state begins here. */
export async function ticketToChange(work: PersonWork, id: TicketId): Promise<TicketRow> {
  const ticket = await work.db.row(lockTicket, { ticketId: id })
  return readable(work, ticket ?? (await work.db.row(lockRemainingTicketByMergedId, { goneId: id })))
}

/** Locks the open ticket until the transaction ends, if this person may answer in it. */
export async function ticketToAnswer(work: PersonWork, id: TicketId): Promise<TicketRow> {
  const ticket = await ticketToChange(work, id)
  if (!mayAnswerTicket(work.actor, ticketFactsOfRow(ticket))) throw refuse('ERR_TICKET_STATE')
  return ticket
}

/** Locks the tickets, and returns those in which their viewers may answer. A merged ticket's old id is not found. */
export async function ticketsToAnswer<A extends { readonly actor: Viewer; readonly ticketId: TicketId }>(
  { db }: Pick<CompanyWork, 'db'>,
  asked: readonly A[],
): Promise<ReadonlyMap<A, TicketRow>> {
  const tickets = await db.rows(lockTickets, { ticketIds: asked.map(({ ticketId }) => ticketId) })
  const allowed = new Map<A, TicketRow>()
  for (const one of asked) {
    const ticket = tickets.find(({ id }) => id === one.ticketId)
    if (ticket !== undefined && mayAnswerTicket(one.actor, ticketFactsOfRow(ticket))) allowed.set(one, ticket)
  }
  return allowed
}

/** Locks any ticket of the company. The route checks the permission to delete. */
export async function ticketToDelete(work: PersonWork, id: TicketId): Promise<TicketRow> {
  return rowOrRefuse(await work.db.row(lockTicket, { ticketId: id }), 'ERR_NO_TICKET_FOUND')
}

async function viewable<T extends TicketRow>(work: PersonWork, ticket: T | null): Promise<T> {
  if (ticket === null || mayReadTicket(work.actor, ticketFactsOfRow(ticket))) return readable(work, ticket)
  const viewer = { ticketId: ticket.id, userId: work.actor.userId }
  const { is_shared: isShared } = await work.db.one(isHistorySharedWith, viewer)
  return isShared ? ticket : readable(work, ticket)
}

/** A ticket of another company is not found; one of another queue is forbidden (TICKET-36, TICKET-38). */
function readable<T extends TicketRow>(work: PersonWork, ticket: T | null): T {
  if (ticket === null) throw refuse('ERR_NO_TICKET_FOUND')
  if (!mayReadTicket(work.actor, ticketFactsOfRow(ticket))) throw refuse('ERR_NO_PERMISSION')
  return ticket
}
