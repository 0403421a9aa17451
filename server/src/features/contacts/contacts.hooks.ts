import type { ContactId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** A contact is about to leave the lists; whoever still needs it refuses here. */
export const contactLeaving = hook<{ contactId: ContactId }>('contact leaving')

/**
 * Two contacts turned out to be one person, and `goneId` is about to be deleted: whatever names it must name `keptId`
 * when this is over. Both rows are locked. What rows follow in locks: contacts, tickets, messages, outbox; each in
 * order of id. Everybody keeps to it, so that no two acts wait for each other.
 */
export const contactsMerging = hook<{ keptId: ContactId; goneId: ContactId }>('contacts merging')

/** A contact whom we know has these addresses too, as WhatsApp or a person told: what was received under one of them is of it. */
export const addressesLearnt = hook<{ values: readonly string[] }>('addresses learnt')

/**
 * What is kept about a contact is erased for good; it has no live ticket, and its row is locked. Each feature erases what
 * it keeps: words, files and names go, rows that only count stay. Phones stand there in their canonical spelling and in
 * WhatsApp's; `addresses` are these and those of every other kind.
 */
export const contactErasing = hook<{
  contactId: ContactId
  phones: readonly string[]
  addresses: readonly string[]
}>('contact erasing')
