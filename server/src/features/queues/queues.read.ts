import type { CompanyWork } from '../../platform/work'
import { type QueueRow, queuesInOrder } from './queues.queries'

/** Every queue of the company, in the order that the company gave them (QUEUE-14). */
export function allQueues({ db }: Pick<CompanyWork, 'db'>): Promise<QueueRow[]> {
  return db.rows(queuesInOrder, [])
}
