import type { CompanyId, ConnectionId, ContactId, MessageId } from '@balcao/domain/ids'
import type { OutgoingMessage } from '../messages.read'

/** The senders of the linked numbers that this process owns. The sessions role implements it. */
export interface Senders {
  /**
   * A place for one text, which the caller adds to the outbox as claimed. Null: the text waits in the outbox, because no
   * sender is open here, it has no free place, or it is busy with this contact.
   */
  place(companyId: CompanyId, connectionId: ConnectionId, contactId: ContactId): SenderPlace | null
}

/** Kept until one of the three is called. */
export interface SenderPlace {
  /** Of the lease under which the item is claimed. */
  readonly token: number
  /** The claimed item is committed: sends its message. */
  send(item: { readonly id: number; readonly messageId: MessageId }, message: OutgoingMessage): void
  /** No item was claimed. */
  free(): void
  /** An item may be committed as claimed, but its id is unknown. */
  doubt(): void
}
