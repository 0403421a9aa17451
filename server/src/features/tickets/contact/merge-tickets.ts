import type { ContactId } from '@balcao/domain/ids'
import { isLiveTicketStatus, ticketToKeepInMerge } from '@balcao/domain/tickets'
import type { CompanyWork } from '../../../platform/work'
import { wakeTicketsOnCustomerMessage } from '../acts/snooze-ticket'
import { recordTicketChange } from '../record-change'
import { ticketFactsOfRow } from '../ticket-facts'
import { recordTicketEvent } from '../tickets.events'
import { conversationsMerging } from '../tickets.hooks'
import { deleteTicketRow, type TicketRow, ticketById } from '../tickets.queries'
import {
  fillRemainingTicketFromMerged,
  lockTicketsOfContacts,
  moveTicketEvents,
  moveTicketsToContact,
  redirectMergedTicket,
} from './merge-tickets.queries'

/** Merges two contacts' tickets. Of two live ones, one gets the other's messages and tags; closed ones all stay. */
export async function mergeTickets(
  work: CompanyWork,
  { keptId, goneId }: { keptId: ContactId; goneId: ContactId },
): Promise<void> {
  const tickets = await work.db.rows(lockTicketsOfContacts, { keptId, goneId })
  const [one, other] = tickets.filter(
    ({ status, contact_id }) =>
      isLiveTicketStatus(status) && (contact_id === keptId || contact_id === goneId),
  )
  const pair = one === undefined || other === undefined ? null : ticketToKeepInMerge(one, other)

  if (pair !== null)
    await work.db.run(fillRemainingTicketFromMerged, { goneId: pair.gone.id, keptId: pair.kept.id })
  await work.runHook(conversationsMerging, {
    keptContactId: keptId,
    goneContactId: goneId,
    liveTickets: pair && { keptId: pair.kept.id, goneId: pair.gone.id },
  })
  if (pair !== null) await deleteMerged(work, pair)
  await work.db.run(moveTicketsToContact, { goneId, keptId })
  // The customer of the merged pending ticket waits for an answer, so the remaining one must not sleep.
  if (pair?.gone.status === 'pending')
    await wakeTicketsOnCustomerMessage(work, [await work.db.one(ticketById, { ticketId: pair.kept.id })])

  // Pages with an open conversation load it again, because the merge added messages to it.
  for (const before of tickets.filter(({ id }) => id !== pair?.gone.id)) {
    await recordTicketChange(work, before, before.id, { isConversationNew: true })
  }
}

async function deleteMerged(
  work: CompanyWork,
  { kept, gone }: { kept: TicketRow; gone: TicketRow },
): Promise<void> {
  await work.db.run(moveTicketEvents, { goneId: gone.id, keptId: kept.id })
  await work.db.run(redirectMergedTicket, { goneId: gone.id, keptId: kept.id })
  await work.db.run(deleteTicketRow, { ticketId: gone.id })
  recordTicketEvent(work, {
    before: ticketFactsOfRow(gone),
    after: null,
    ticket: null,
    ticketId: gone.id,
    version: gone.version + 1,
    mergedInto: ticketFactsOfRow(await work.db.one(ticketById, { ticketId: kept.id })),
  })
}
