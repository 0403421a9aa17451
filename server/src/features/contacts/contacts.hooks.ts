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
 * Each feature erases its texts, files and names of the contact; rows that only count stay. The row is locked. `phones`
 * has both spellings of the number, and user ids; `addresses` has these and the addresses of every other kind.
 */
export const contactErasing = hook<{
  contactId: ContactId
  phones: readonly string[]
  addresses: readonly string[]
}>('contact erasing')
