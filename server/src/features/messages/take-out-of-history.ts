import type { CompanyWork } from '../../platform/work'
import { noteStandingOf } from './merge-messages'
import { takeFromHistory } from './store-history.queries'
import type { Incoming } from './store-incoming'

/**
 * A message that was said while the number was being linked may come with the phone's history first, where it opens
 * nothing. When it is delivered as well, it counts as what it is: somebody who waits. True when it was so.
 */
export async function takeOutOfHistory(
  work: CompanyWork,
  { contact, author, inbound }: Pick<Incoming, 'contact' | 'author' | 'inbound'>,
): Promise<boolean> {
  const taken = await work.db.row(takeFromHistory, [
    contact.id,
    inbound.id,
    inbound.fromMe,
    author?.id ?? null,
  ])
  if (taken === null) return false
  await noteStandingOf(work, taken.ticket_id)
  return true
}
