import type { QueueId, TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { changeTicket } from './change-ticket'
import { lockTicket } from './tickets.queries'

/** Reception puts a waiting ticket into a queue. */
export async function assignQueue(work: CompanyWork, ticketId: TicketId, queueId: QueueId): Promise<void> {
  const ticket = await work.db.one(lockTicket, [ticketId])
  await changeTicket(work, ticket, { queue_id: queueId }, 'queued')
}
