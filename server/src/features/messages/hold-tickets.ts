import type { MessageId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { lockTicketsOfMessages } from './messages.queries'

/**
 * Locks the tickets in which these messages stand, and says how many. An act that begins with a message begins here:
 * a ticket is locked before its messages, by everybody (contacts.hooks.ts).
 */
export async function holdTicketsOf(
  work: Pick<CompanyWork, 'db'>,
  messageIds: readonly MessageId[],
): Promise<number> {
  if (messageIds.length === 0) return 0
  return (await work.db.rows(lockTicketsOfMessages, [messageIds])).length
}
