import type { MessageId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'
import { lockTicketsOfMessages } from '../messages.queries'

/** Locks the messages' tickets, as every transaction does before it locks messages. Returns the number of tickets. */
export async function lockTicketsForMessages(
  work: Pick<CompanyWork, 'db'>,
  messageIds: readonly MessageId[],
): Promise<number> {
  if (messageIds.length === 0) return 0
  return (await work.db.rows(lockTicketsOfMessages, { messageIds })).length
}
