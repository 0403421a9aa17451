import type { CompanyWork } from '../../../platform/work'
import type { Incoming } from '../incoming/store-incoming'
import { noteSummaryOf } from './merge-messages'
import { takeFromHistory } from './store-history.queries'

/**
 * Deletes the history copy of a message that is now delivered live. A message sent during the linking may arrive with
 * the history first, which opens no ticket, although its customer waits for an answer. True: there was such a copy.
 */
export async function takeOutOfHistory(
  work: CompanyWork,
  { contact, author, inbound }: Pick<Incoming, 'contact' | 'author' | 'inbound'>,
): Promise<boolean> {
  const taken = await work.db.row(takeFromHistory, {
    contactId: contact.id,
    whatsappId: inbound.id,
    fromMe: inbound.fromMe,
    authorContactId: author?.id ?? null,
  })
  if (taken === null) return false
  await noteSummaryOf(work, taken.ticket_id)
  return true
}
