import type { ContactId } from '@balcao/domain/ids'
import { isLive, ticketToGoOn } from '@balcao/domain/tickets'
import type { CompanyWork } from '../../platform/work'
import {
  absorbTicket,
  giveTicketsTo,
  keepWayTo,
  lockTicketsOfContacts,
  moveTicketEvents,
} from './merge-tickets.queries'
import { recordChange } from './record-change'
import { factsOf } from './ticket-facts'
import { ticketChanged } from './tickets.events'
import { conversationsMerging } from './tickets.hooks'
import { deleteTicketRow, type TicketRow, ticketById } from './tickets.queries'

/**
 * Gives the tickets of a merged contact to the contact that is kept. Of two live tickets one remains: it gets the
 * messages, unread count, history and tags of the other, which is deleted. Closed tickets only change their contact.
 */
export async function mergeTickets(
  work: CompanyWork,
  { keptId, goneId }: { keptId: ContactId; goneId: ContactId },
): Promise<void> {
  const tickets = await work.db.rows(lockTicketsOfContacts, { keptId, goneId })
  const [one, other] = tickets.filter(
    ({ status, contact_id }) => isLive(status) && (contact_id === keptId || contact_id === goneId),
  )
  const pair = one === undefined || other === undefined ? null : ticketToGoOn(one, other)

  if (pair !== null) await work.db.run(absorbTicket, { goneId: pair.ends.id, keptId: pair.goesOn.id })
  await work.runHook(conversationsMerging, {
    keptContactId: keptId,
    goneContactId: goneId,
    liveTickets: pair && { keptId: pair.goesOn.id, goneId: pair.ends.id },
  })
  if (pair !== null) await endTicket(work, pair)
  await work.db.run(giveTicketsTo, { goneId, keptId })

  // Pages may show any of these tickets. Each shows the whole conversation, which has more messages now.
  for (const before of tickets.filter(({ id }) => id !== pair?.ends.id)) {
    await recordChange(work, before, before.id, { isConversationNew: true })
  }
}

async function endTicket(
  work: CompanyWork,
  { goesOn, ends }: { goesOn: TicketRow; ends: TicketRow },
): Promise<void> {
  await work.db.run(moveTicketEvents, { goneId: ends.id, keptId: goesOn.id })
  await work.db.run(keepWayTo, { goneId: ends.id, keptId: goesOn.id })
  await work.db.run(deleteTicketRow, { ticketId: ends.id })
  work.record(ticketChanged, {
    before: factsOf(ends),
    after: null,
    ticket: null,
    ticketId: ends.id,
    version: ends.version + 1,
    mergedInto: factsOf(await work.db.one(ticketById, { ticketId: goesOn.id })),
  })
}
