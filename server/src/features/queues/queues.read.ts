import type { CompanyWork } from '../../platform/work'
import { type QueueRow, queuesInOrder } from './queues.queries'

/** Returns all queues of the company in the company's order (QUEUE-14). */
export function allQueues({ db }: Pick<CompanyWork, 'db'>): Promise<QueueRow[]> {
  return db.rows(queuesInOrder)
}
