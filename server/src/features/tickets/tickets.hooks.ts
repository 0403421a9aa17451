import type { ContactId, HandoverId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/**
 * From here on people answer in the ticket, or it closes: automatic messages that have not started to send are cancelled. Runs
 * before the transition sends anything of its own.
 */
export const automaticMessagesEnding = hook<{ ticketId: TicketId }>('automatic messages ending')

/** A person took the ticket: time for the automatic greeting. */
export const ticketAccepted = hook<{ ticketId: TicketId; contactId: ContactId; isGroup: boolean }>(
  'ticket accepted',
)

/** A person handed a live ticket over: to a queue, or to somebody who serves it. */
export const ticketTransferred = hook<{
  ticketId: TicketId
  contactId: ContactId
  /** Null: it goes on over another connection, without a queue as before. */
  queueId: QueueId | null
  userId: UserId | null
  byUserId: UserId
  handoverId: HandoverId
  /** What the sender wrote for the receiver. */
  note: string | null
}>('ticket transferred')

/** The sender undoes the transfer that the ticket's handover keeps. The handover still exists. */
export const transferUndone = hook<{ ticketId: TicketId }>('transfer undone')

/** A person closed a live ticket. `wasAttended`: it had an owner before. */
export const ticketResolved = hook<{ ticketId: TicketId; isGroup: boolean; wasAttended: boolean }>(
  'ticket resolved',
)

/** The owner has seen the conversation: its messages count as read, here and on WhatsApp. */
export const ticketSeen = hook<{ ticketId: TicketId; contactId: ContactId }>('ticket seen')

/**
 * Two contacts are becoming one, and their tickets too: everything said with `goneContactId` is now said with
 * `keptContactId`, and where both had a live ticket, what stands in `goneTicketId` moves to `keptTicketId` before it is
 * deleted. All their tickets are locked.
 */
export const conversationsMerging = hook<{
  keptContactId: ContactId
  goneContactId: ContactId
  liveTickets: { keptId: TicketId; goneId: TicketId } | null
}>('conversations merging')

/** A ticket is about to be deleted, with its messages. */
export const ticketLeaving = hook<{ ticketId: TicketId }>('ticket leaving')
