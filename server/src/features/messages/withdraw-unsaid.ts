import type { TicketId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { withdrawFromOutTray } from '../connections/order-changes'
import { fileKeysOf } from './media-facts'
import { markDeleted } from './messages.queries'
import { recordChanged } from './record-message'

/**
 * What the house wanted to say by itself and has not begun to leave never leaves, and nothing stands behind it: a person
 * speaks now. It stands in the conversation as deleted. The act holds the ticket.
 */
export async function withdrawUnsaid(
  work: CompanyWork,
  { ticketId }: { readonly ticketId: TicketId },
): Promise<void> {
  // The lines of an answer or two, of which each tells its readers.
  for (const messageId of await withdrawFromOutTray(work, ticketId)) {
    const deleted = await work.db.row(markDeleted, [messageId, work.now])
    if (deleted === null) continue
    orderFileRemoval(work, fileKeysOf(deleted.media))
    await recordChanged(work, deleted)
  }
}
