import type { ContactId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { dropSearchSample, eraseLastWords } from './erase-tickets.queries'
import { lockTicketsOfContacts } from './merge-tickets.queries'
import { recordChange } from './record-change'

/**
 * Removes the texts that lists and searches show of a contact that is being erased. The tickets stay for statistics.
 */
export async function eraseTickets(
  work: CompanyWork,
  { contactId }: { contactId: ContactId },
): Promise<void> {
  const tickets = await work.db.rows(lockTicketsOfContacts, { keptId: contactId, goneId: contactId })
  await work.db.run(eraseLastWords, { contactId })
  await work.db.run(dropSearchSample)

  // Pages may show these tickets, or a group in which the contact wrote: they must load the conversation again.
  for (const before of tickets) await recordChange(work, before, before.id, { isConversationNew: true })
}
