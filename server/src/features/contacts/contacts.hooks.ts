import type { ContactId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** Runs before a contact is deleted. A feature that still needs the contact refuses here. */
export const contactDeleting = hook<{ contactId: ContactId }>('contact deleting')

/**
 * Two contacts are one person: listeners move every reference from `goneId`, which is deleted next, to `keptId`. Both
 * rows are locked. Further locks, each by id: contacts, tickets, messages, outbox; another order can deadlock merges.
 */
export const contactsMerging = hook<{ keptId: ContactId; goneId: ContactId }>('contacts merging')

/** WhatsApp or a user gave a contact these addresses. Listeners assign it the data stored under one of them. */
export const contactAddressesAdded = hook<{ contactId: ContactId; values: readonly string[] }>(
  'addresses learnt',
)

/**
 * Each feature erases its texts, files and names of the contact; rows needed only for counts stay. The contact's row is
 * locked. `phones`: the contact's numbers, as stored and as WhatsApp spells them, and its WhatsApp user ids.
 * `addresses`: these, and its addresses of other kinds, such as LIDs.
 */
export const contactErasing = hook<{
  contactId: ContactId
  phones: readonly string[]
  addresses: readonly string[]
}>('contact erasing')
