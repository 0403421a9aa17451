import type { ContactId, HandoverId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** People answer from now on, or the ticket closes, so unsent automatic messages are cancelled. */
export const automaticMessagesEnding = hook<{ ticketId: TicketId }>('automatic messages ending')

/** A person accepted the ticket. The listener sends the automatic greeting. */
export const ticketAccepted = hook<{ ticketId: TicketId; contactId: ContactId; isGroup: boolean }>(
  'ticket accepted',
)

/** A person transferred a live ticket to a queue, or to a user who serves that queue. */
export const ticketTransferred = hook<{
  ticketId: TicketId
  contactId: ContactId
  /** The queue of the transfer. Null: only the connection of a ticket without a queue changed. */
  queueId: QueueId | null
  userId: UserId | null
  byUserId: UserId
  handoverId: HandoverId
  /** The sender's text for the receiver. */
  note: string | null
}>('ticket transferred')

/** The sender undoes the latest transfer. Runs before the handover is deleted. */
export const transferUndone = hook<{ ticketId: TicketId }>('transfer undone')

/** A person closed a live ticket. `wasAttended`: the ticket had an owner before. */
export const ticketResolved = hook<{ ticketId: TicketId; isGroup: boolean; wasAttended: boolean }>(
  'ticket resolved',
)

/** The owner read the conversation. The listener marks its messages as read here and on WhatsApp. */
export const ticketSeen = hook<{ ticketId: TicketId; contactId: ContactId }>('ticket seen')

/**
 * Two contacts are merged: listeners move the data of `goneContactId`, and of its live ticket `goneId`, to the kept
 * ones. That ticket is deleted afterwards. All tickets of both contacts are locked.
 */
export const conversationsMerging = hook<{
  keptContactId: ContactId
  goneContactId: ContactId
  liveTickets: { keptId: TicketId; goneId: TicketId } | null
}>('conversations merging')

/** Runs before a ticket is deleted with its messages. */
export const ticketDeleting = hook<{ ticketId: TicketId }>('ticket deleting')
