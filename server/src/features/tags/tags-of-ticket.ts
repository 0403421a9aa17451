import type { TagId, TicketId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { tagsChanged } from '../tickets/tags-changed'
import { ticketToChange } from '../tickets/tickets.access'
import { wireTicket } from '../tickets/tickets.read'
import type { UnsignedTicket } from '../tickets/tickets.view'
import { copyTicketTags, giveTags, knownTags, takeOtherTags } from './tags.queries'

/** Replaces the tags of a ticket (CONVO-24). A user who may read the ticket may tag it. */
export async function syncTicketTags(
  work: PersonWork,
  ticketId: TicketId,
  tagIds: readonly TagId[],
): Promise<UnsignedTicket> {
  const ticket = await ticketToChange(work, ticketId)
  const wanted = [...new Set(tagIds)]
  const known = await work.db.rows(knownTags, { ids: wanted })
  if (known.length < wanted.length) throw refuse('ERR_NO_TAG_FOUND')

  const taken = await work.db.rows(takeOtherTags, { ticketId: ticket.id, kept: wanted })
  const given = await work.db.rows(giveTags, { ticketId: ticket.id, ids: wanted })

  const isSame = taken.length === 0 && given.length === 0
  return isSame ? wireTicket(work, ticket.id) : tagsChanged(work, ticket)
}

/** Copies the tags of a ticket that is merged into another one. */
export async function keepTags(
  { db }: Pick<CompanyWork, 'db'>,
  { liveTickets }: { liveTickets: { keptId: TicketId; goneId: TicketId } | null },
): Promise<void> {
  if (liveTickets !== null) await db.run(copyTicketTags, { from: liveTickets.goneId, to: liveTickets.keptId })
}
