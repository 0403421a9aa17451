import type { ContactId, TicketId } from '@balcao/domain/ids'
import { reactionPoint } from '../../platform/reactions'

/** A person took the ticket: time for the automatic greeting. */
export const ticketAccepted = reactionPoint<{ ticketId: TicketId; contactId: ContactId; isGroup: boolean }>(
  'ticket accepted',
)

/** The owner has seen the conversation: its messages count as read, here and on WhatsApp. */
export const ticketSeen = reactionPoint<{ ticketId: TicketId; contactId: ContactId }>('ticket seen')
