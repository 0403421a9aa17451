import type { ContactId, TicketId } from '@balcao/domain/ids'
import { reactionPoint } from '../../platform/reactions'

/** A person took the ticket: time for the automatic greeting. */
export const ticketAccepted = reactionPoint<{ ticketId: TicketId; contactId: ContactId; isGroup: boolean }>(
  'ticket accepted',
)

/** The owner has seen the conversation: its messages count as read, here and on WhatsApp. */
export const ticketSeen = reactionPoint<{ ticketId: TicketId; contactId: ContactId }>('ticket seen')

/**
 * Two contacts are becoming one, and their tickets too: everything said with `goneContactId` is now said with
 * `keptContactId`, and where both had a live ticket, what stands in `goneTicketId` moves to `keptTicketId` before it is
 * deleted. All their tickets are locked.
 */
export const conversationsMerging = reactionPoint<{
  keptContactId: ContactId
  goneContactId: ContactId
  liveTickets: { keptId: TicketId; goneId: TicketId } | null
}>('conversations merging')

/** A ticket is about to be deleted, with its messages. */
export const ticketLeaving = reactionPoint<{ ticketId: TicketId }>('ticket leaving')
