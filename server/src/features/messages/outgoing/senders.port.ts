import type { CompanyId, ConnectionId, ContactId, MessageId } from '@balcao/domain/ids'
import type { OutgoingMessage } from '../messages.read'

/** The senders of the numbers whose sessions run in this process. The code of the sessions implements it. */
export interface Senders {
  /** Reserves a place for a text, added as claimed. Null: no sender or no free place here, or the contact is busy. */
  place(companyId: CompanyId, connectionId: ConnectionId, contactId: ContactId): ReservedSenderSlot | null
}

/** A place in the queue of a sender, reserved until one of the three methods is called. */
export interface ReservedSenderSlot {
  /** The token of the lease under which the item is claimed. */
  readonly token: number
  /** Sends the message of the claimed item, which is committed. */
  send(item: { readonly id: number; readonly messageId: MessageId }, message: OutgoingMessage): void
  /** Frees the place, because the transaction claimed no item. */
  free(): void
  /** Reports an uncertain commit: a claimed outbox item may exist, but its id is unknown. */
  doubt(): void
}
