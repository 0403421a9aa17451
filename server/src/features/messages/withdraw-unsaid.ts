import type { ConnectionId, ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { withdrawBulkFromOutbox, withdrawFromOutbox } from '../connections/order-changes'
import { fileKeysOf } from './media-facts'
import { markDeleted } from './messages.queries'
import { recordChanged } from './record-message'

/**
 * What the server wanted to say by itself and has not begun to leave never leaves, and nothing stands behind it: a person
 * speaks now. It stands in the conversation as deleted. The act holds the ticket.
 */
export async function withdrawUnsaid(
  work: CompanyWork,
  { ticketId }: { readonly ticketId: TicketId },
): Promise<void> {
  await markWithdrawn(work, await withdrawFromOutbox(work, ticketId))
}

/**
 * What campaigns have for this contact (null: for whomever) and has not begun to leave over this connection never leaves.
 * It stands in the conversation as deleted. Gives these messages.
 */
export async function withdrawBulk(
  work: CompanyWork,
  about: { readonly connectionId: ConnectionId; readonly contactId: ContactId | null },
): Promise<readonly MessageId[]> {
  const messageIds = await withdrawBulkFromOutbox(work, about)
  await markWithdrawn(work, messageIds)
  return messageIds
}

async function markWithdrawn(work: CompanyWork, messageIds: readonly MessageId[]): Promise<void> {
  // The lines of an answer or two, or a message with its files, of which each tells its readers.
  for (const messageId of messageIds) {
    const deleted = await work.db.row(markDeleted, [messageId, work.now])
    if (deleted === null) continue
    orderFileRemoval(work, fileKeysOf(deleted.media))
    await recordChanged(work, deleted, 'deleted')
  }
}
