import type { ContactId, TicketId } from '@balcao/domain/ids'
import { queueFileRemoval } from '../../../platform/files/remove-files'
import type { CompanyWork } from '../../../platform/work'
import { moveOutboxItemsOfDuplicateMessages, moveOutboxItemsToContact } from '../../connections/add-to-outbox'
import { saveTicketSummary } from '../../tickets/note-message'
import { fileKeysOfMedia } from '../media/media-facts'
import { listedMessageOf } from '../record-message'
import {
  copyDuplicatesIntoKeptMessages,
  countUnreadOfTicket,
  deleteDuplicateMessages,
  deleteOlderDuplicateReactions,
  duplicateMessagePairs,
  lastMessageOfTicket,
  moveMessagesToContact,
  moveMessagesToTicket,
  moveQuotesToKeptMessages,
  moveReactionsToContact,
  moveReactionsToKeptMessages,
} from './merge-messages.queries'

interface Merge {
  readonly keptContactId: ContactId
  readonly goneContactId: ContactId
  readonly liveTickets: { readonly keptId: TicketId; readonly goneId: TicketId } | null
}

/** Moves the messages of a merged contact. Of a message that both contacts have, one stays. Locks the outbox last. */
export async function mergeMessages(
  work: CompanyWork,
  { keptContactId, goneContactId, liveTickets }: Merge,
): Promise<void> {
  const lighter = await uniteTwins(work, keptContactId, goneContactId)
  if (liveTickets !== null)
    await work.db.run(moveMessagesToTicket, { goneId: liveTickets.goneId, keptId: liveTickets.keptId })
  await work.db.run(moveMessagesToContact, { goneId: goneContactId, keptId: keptContactId })
  await work.db.run(deleteOlderDuplicateReactions, { goneId: goneContactId, keptId: keptContactId })
  await work.db.run(moveReactionsToContact, { goneId: goneContactId, keptId: keptContactId })
  await moveOutboxItemsToContact(work, goneContactId, keptContactId)

  const changed = new Set([...lighter, ...(liveTickets === null ? [] : [liveTickets.keptId])])
  if (liveTickets !== null) changed.delete(liveTickets.goneId)
  for (const ticketId of changed) await refreshTicketSummary(work, ticketId)
}

/** Deletes duplicates of messages after copying what only they have. Returns the tickets in which messages changed. */
async function uniteTwins(
  work: CompanyWork,
  keptContactId: ContactId,
  goneContactId: ContactId,
): Promise<readonly TicketId[]> {
  const rows = await work.db.rows(duplicateMessagePairs, { keptId: keptContactId, goneId: goneContactId })
  if (rows.length === 0) return []
  const pairs = rows.map(({ kept_id, twin_id }) => ({ keptId: kept_id, twinId: twin_id }))
  const keptIds = pairs.map(({ keptId }) => keptId)
  const twinIds = pairs.map(({ twinId }) => twinId)

  await work.db.run(copyDuplicatesIntoKeptMessages, { keptIds, twinIds, at: work.now })
  await work.db.run(moveQuotesToKeptMessages, { keptIds, twinIds })
  await work.db.run(moveReactionsToKeptMessages, { keptIds, twinIds })
  await moveOutboxItemsOfDuplicateMessages(work, pairs)
  await work.db.run(deleteDuplicateMessages, { twinIds })
  // The kept message has its own file if that is ready, else the duplicate's. The other file is unused.
  const unused = rows.flatMap(({ kept_media: kept, twin_media: twin }) =>
    fileKeysOfMedia(kept?.state === 'ready' ? twin : kept),
  )
  queueFileRemoval(work, unused)
  return rows.flatMap(({ kept_ticket_id, twin_ticket_id }) => [kept_ticket_id, twin_ticket_id])
}

/** Updates what lists show of a ticket after messages moved. Records no event. */
export async function refreshTicketSummary(work: CompanyWork, ticketId: TicketId): Promise<void> {
  const last = await work.db.row(lastMessageOfTicket, { ticketId })
  const { unread } = await work.db.one(countUnreadOfTicket, { ticketId })
  await saveTicketSummary(work, ticketId, { last: last && listedMessageOf(last), unread })
}
