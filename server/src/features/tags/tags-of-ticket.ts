import type { TagId, TicketId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordTagsChanged } from '../tickets/record-change'
import { ticketToChange } from '../tickets/tickets.access'
import type { TicketRow } from '../tickets/tickets.queries'
import { readWireTicket } from '../tickets/tickets.read'
import type { UnsignedTicket } from '../tickets/tickets.view'
import {
  addTagsToTicket,
  copyTicketTags,
  lockExistingTags,
  removeBoardTagsOfTicket,
  removeOtherTagsOfTicket,
} from './tags.queries'

/** Replaces the tags of a ticket (CONVO-24). A user who may read the ticket may tag it. */
export async function replaceTagsOfTicket(
  work: PersonWork,
  ticketId: TicketId,
  tagIds: readonly TagId[],
): Promise<UnsignedTicket> {
  const ticket = await ticketToChange(work, ticketId)
  const wanted = [...new Set(tagIds)]
  const known = await work.db.rows(lockExistingTags, { ids: wanted })
  if (known.length < wanted.length) throw refuse('ERR_NO_TAG_FOUND')

  const taken = await work.db.rows(removeOtherTagsOfTicket, { ticketId: ticket.id, kept: wanted })
  const given = await work.db.rows(addTagsToTicket, { ticketId: ticket.id, ids: wanted })
  return ticketAfter(work, ticket, [...taken, ...given])
}

export async function copyTagsOfMergedTicket(
  { db }: Pick<CompanyWork, 'db'>,
  { liveTickets }: { liveTickets: { keptId: TicketId; goneId: TicketId } | null },
): Promise<void> {
  if (liveTickets !== null) await db.run(copyTicketTags, { from: liveTickets.goneId, to: liveTickets.keptId })
}

/** Adds a lane's tag. `alone` removes other lanes' tags in the same change. `lane0`, for no tag, changes nothing. */
export async function moveTicketToKanbanLane(
  work: PersonWork,
  ticketId: TicketId,
  tagId: TagId | 'lane0',
  { alone }: { alone: boolean },
): Promise<UnsignedTicket> {
  const ticket = await ticketToChange(work, ticketId)
  if (tagId === 'lane0') return readWireTicket(work, ticket.id)
  const [known] = await work.db.rows(lockExistingTags, { ids: [tagId] })
  if (known === undefined) throw refuse('ERR_NO_TAG_FOUND')

  const taken = alone ? await work.db.rows(removeBoardTagsOfTicket, { ticketId: ticket.id, kept: tagId }) : []
  const given = await work.db.rows(addTagsToTicket, { ticketId: ticket.id, ids: [tagId] })
  return ticketAfter(work, ticket, [...taken, ...given])
}

/** Moves the ticket to the first lane by removing its board tags; other tags stay (KANBAN-07). */
export async function removeTicketFromBoard(work: PersonWork, ticketId: TicketId): Promise<UnsignedTicket> {
  const ticket = await ticketToChange(work, ticketId)
  const taken = await work.db.rows(removeBoardTagsOfTicket, { ticketId: ticket.id, kept: null })
  return ticketAfter(work, ticket, taken)
}

function ticketAfter(
  work: PersonWork,
  ticket: TicketRow,
  changes: readonly unknown[],
): Promise<UnsignedTicket> {
  return changes.length === 0 ? readWireTicket(work, ticket.id) : recordTagsChanged(work, ticket)
}
