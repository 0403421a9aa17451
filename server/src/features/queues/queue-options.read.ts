import type { QueueOptionView } from '@balcao/contract/queue-options'
import type { QueueId, QueueOptionId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { optionsOfQueue } from './queue-options.queries'
import { optionTree } from './queue-options.view'
import { queueById } from './queues.queries'

/** Returns the options below `parentId` in the menu of a queue, or the whole menu for null (QUEUE-20). */
export async function menuOfQueue(
  { db }: Pick<CompanyWork, 'db'>,
  queueId: QueueId,
  parentId: QueueOptionId | null,
): Promise<QueueOptionView[]> {
  const [queue, rows] = await Promise.all([
    db.row(queueById, { id: queueId }),
    db.rows(optionsOfQueue, { queueId }),
  ])
  if (queue === null) throw refuse('ERR_QUEUE_NOT_FOUND')
  if (parentId !== null && !rows.some(({ id }) => id === parentId)) throw refuse('ERR_NO_QUEUE_OPTION_FOUND')
  return optionTree(rows, parentId)
}
