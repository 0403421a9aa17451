import type { MessageId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'
import { lockTicketsOfMessages } from '../messages.queries'

/**
 * Locks the tickets of these messages and returns their number. A transaction that starts from a message
 * calls this first, because every transaction locks a ticket before its messages (contacts.hooks.ts).
 */
export async function lockTicketsForMessages(
  work: Pick<CompanyWork, 'db'>,
  messageIds: readonly MessageId[],
): Promise<number> {
  if (messageIds.length === 0) return 0
  return (await work.db.rows(lockTicketsOfMessages, { messageIds })).length
}
