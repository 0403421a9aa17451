import type { QueueId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { existingQueueIds, lockQueue, type QueueRow, queueById } from './queues.queries'

/** Every user of the company may read its queues; the routes decide who may change them. */
export async function queueToRead({ db }: CompanyWork, id: QueueId): Promise<QueueRow> {
  return rowOrRefuse(await db.row(queueById, { id }), 'ERR_QUEUE_NOT_FOUND')
}

/** Loads and locks a queue, so that it is not linked to or removed from anything meanwhile. */
export async function queueToChange({ db }: CompanyWork, id: QueueId): Promise<QueueRow> {
  return rowOrRefuse(await db.row(lockQueue, { id }), 'ERR_QUEUE_NOT_FOUND')
}

/** Locks these queues. Refuses unless all of them are queues of the company. */
export async function refuseUnknownQueues(
  { db }: Pick<CompanyWork, 'db'>,
  ids: readonly QueueId[],
): Promise<void> {
  const wanted = new Set(ids)
  if (wanted.size === 0) return
  const known = await db.rows(existingQueueIds, { ids: [...wanted] })
  if (known.length < wanted.size) throw refuse('ERR_QUEUE_NOT_FOUND')
}
