import type { ContactId, TicketId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { ordersFollowContact, ordersFollowMessages } from '../connections/add-to-outbox'
import { noteStanding } from '../tickets/note-message'
import { fileKeysOf, type MediaFacts } from './media-facts'
import {
  absorbTwins,
  countUnread,
  deleteTwins,
  giveMessagesTo,
  giveReactionsTo,
  lastMessageOf,
  moveMessages,
  quotesFollow,
  reactionsFollowMessages,
  twinMessages,
  uniteReactions,
} from './merge-messages.queries'
import { noted } from './record-message'

interface Merge {
  readonly keptContactId: ContactId
  readonly goneContactId: ContactId
  readonly liveTickets: { readonly keptId: TicketId; readonly goneId: TicketId } | null
}

/**
 * Two contacts are one person, whose tickets are locked: what was said with either is said with the one that is kept. A
 * message that was stored under both stands once. The outbox comes last, as in every act (contacts.hooks.ts).
 */
export async function mergeMessages(
  work: CompanyWork,
  { keptContactId, goneContactId, liveTickets }: Merge,
): Promise<void> {
  const lighter = await uniteTwins(work, keptContactId, goneContactId)
  if (liveTickets !== null) await work.db.run(moveMessages, [liveTickets.goneId, liveTickets.keptId])
  await work.db.run(giveMessagesTo, [goneContactId, keptContactId])
  await work.db.run(uniteReactions, [goneContactId, keptContactId])
  await work.db.run(giveReactionsTo, [goneContactId, keptContactId])
  await ordersFollowContact(work, goneContactId, keptContactId)

  const changed = new Set([...lighter, ...(liveTickets === null ? [] : [liveTickets.keptId])])
  if (liveTickets !== null) changed.delete(liveTickets.goneId)
  for (const ticketId of changed) await noteStandingOf(work, ticketId)
}

/** Says in which tickets a message has changed or gone. */
async function uniteTwins(
  work: CompanyWork,
  keptContactId: ContactId,
  goneContactId: ContactId,
): Promise<readonly TicketId[]> {
  const rows = await work.db.rows(twinMessages, [keptContactId, goneContactId])
  if (rows.length === 0) return []
  const pairs = rows.map(({ kept_id, twin_id }) => ({ keptId: kept_id, twinId: twin_id }))
  const keptIds = pairs.map(({ keptId }) => keptId)
  const twinIds = pairs.map(({ twinId }) => twinId)

  await work.db.run(absorbTwins, [keptIds, twinIds, work.now])
  await work.db.run(quotesFollow, [keptIds, twinIds])
  await work.db.run(reactionsFollowMessages, [keptIds, twinIds])
  await ordersFollowMessages(work, pairs)
  await work.db.run(deleteTwins, [twinIds])
  orderFileRemoval(work, rows.flatMap(filesOfNoUse))
  return rows.flatMap(({ kept_ticket_id, twin_ticket_id }) => [kept_ticket_id, twin_ticket_id])
}

/** Of two files of one message the kept message's stays, if it has one. */
function filesOfNoUse({
  kept_media,
  twin_media,
}: {
  kept_media: MediaFacts | null
  twin_media: MediaFacts | null
}): string[] {
  return fileKeysOf(kept_media?.state === 'ready' ? twin_media : kept_media)
}

/** What lists show of a conversation out of which, or into which, messages went; nobody is told yet. */
export async function noteStandingOf(work: CompanyWork, ticketId: TicketId): Promise<void> {
  const last = await work.db.row(lastMessageOf, [ticketId])
  const { unread } = await work.db.one(countUnread, [ticketId])
  await noteStanding(work, ticketId, { last: last && noted(last), unread })
}
