import type { ContactId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** Runs before a contact is deleted. A feature that still needs the contact refuses here. */
export const contactDeleting = hook<{ contactId: ContactId }>('contact deleting')

/**
 * Two contacts are one person, and `goneId` is about to be deleted. Listeners move every reference from it to
 * `keptId`. Both rows are locked. Listeners take further locks in this order: contacts, tickets, messages,
 * outbox; each by id. Another order can deadlock two merges.
 */
export const contactsMerging = hook<{ keptId: ContactId; goneId: ContactId }>('contacts merging')

/**
 * WhatsApp or a user added these addresses to a known contact. Data stored under one of the addresses belongs
 * to this contact.
 */
export const contactAddressesAdded = hook<{ contactId: ContactId; values: readonly string[] }>(
  'addresses learnt',
)

/**
 * Erases the personal data of a contact for good. The contact has no live ticket, and its row is locked. Each feature
 * erases its own texts, files and names; rows that only count stay. `phones` holds the canonical spelling and
 * WhatsApp's, and user ids, which contact lists hold in place of a number; `addresses` holds these and the addresses of
 * every other kind.
 */
export const contactErasing = hook<{
  contactId: ContactId
  phones: readonly string[]
  addresses: readonly string[]
}>('contact erasing')
