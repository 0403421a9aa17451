import type { ContactId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { dropSearchSample, eraseLastWords } from './erase-tickets.queries'
import { lockTicketsOfContacts } from './merge-tickets.queries'
import { recordChange } from './record-change'

/** The tickets of a person who is erased stay for the figures, without the words that lists and searches show. */
export async function eraseTickets(
  work: CompanyWork,
  { contactId }: { contactId: ContactId },
): Promise<void> {
  const tickets = await work.db.rows(lockTicketsOfContacts, [contactId, contactId])
  await work.db.run(eraseLastWords, [contactId])
  await work.db.run(dropSearchSample, [])

  // A page may show any of them, or a group in which the person wrote: there is less in them now.
  for (const before of tickets) await recordChange(work, before, before.id, { isConversationNew: true })
}
