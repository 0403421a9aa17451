import type { CompanyId, ConnectionId, ContactId, MessageId } from '@balcao/domain/ids'
import type { OutgoingMessage } from '../messages.read'

/** The senders of the numbers whose sessions run in this process. The code of the sessions implements it. */
export interface LocalSenders {
  /** Reserves room for a text. Null: no sender of the connection here, no room, or the contact has an unsent item. */
  place(companyId: CompanyId, connectionId: ConnectionId, contactId: ContactId): ReservedSenderSlot | null
}

/** Room for one item in the queue of a sender, reserved until one of the three methods is called. */
export interface ReservedSenderSlot {
  /** The token of the lease under which the item is claimed. */
  readonly token: number
  /** Sends the message of the claimed item, which is committed. */
  send(item: { readonly id: number; readonly messageId: MessageId }, message: OutgoingMessage): void
  /** Gives the room back, because the transaction claimed no item. */
  free(): void
  /** Reports an uncertain commit: a claimed outbox item may exist, but its id is unknown. */
  doubt(): void
}
