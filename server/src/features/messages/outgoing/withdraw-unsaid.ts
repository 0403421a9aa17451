import type { ConnectionId, ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import { queueFileRemoval } from '../../../platform/files/remove-files'
import type { CompanyWork } from '../../../platform/work'
import { withdrawAutomaticOutboxItems, withdrawCampaignOutboxItems } from '../../connections/order-changes'
import { fileKeysOfMedia } from '../media/media-facts'
import { markMessageDeleted } from '../messages.queries'
import { recordMessageChange } from '../record-message'

/** An agent has taken over, so unsent automatic messages are cancelled. The caller holds the ticket's lock. */
export async function withdrawAutomaticMessages(
  work: CompanyWork,
  { ticketId }: { readonly ticketId: TicketId },
): Promise<void> {
  await markWithdrawn(work, await withdrawAutomaticOutboxItems(work, ticketId))
}

/** Cancels unsent campaign messages to this contact (null: to all) over this connection. Returns their ids. */
export async function withdrawCampaignMessages(
  work: CompanyWork,
  about: { readonly connectionId: ConnectionId; readonly contactId: ContactId | null },
): Promise<readonly MessageId[]> {
  const messageIds = await withdrawCampaignOutboxItems(work, about)
  await markWithdrawn(work, messageIds)
  return messageIds
}

async function markWithdrawn(work: CompanyWork, messageIds: readonly MessageId[]): Promise<void> {
  // These are a few messages at most; each records its own event.
  for (const messageId of messageIds) {
    const deleted = await work.db.row(markMessageDeleted, { messageId, at: work.now })
    if (deleted === null) continue
    queueFileRemoval(work, fileKeysOfMedia(deleted.media))
    await recordMessageChange(work, deleted, 'deleted')
  }
}
