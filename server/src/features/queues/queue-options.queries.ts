import type { QueueId, QueueOptionId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface QueueOptionRow {
  id: QueueOptionId
  queue_id: QueueId
  parent_id: QueueOptionId | null
  option: number
  title: string
  message: string
  created_at: Date
  updated_at: Date
}

const queueOptionColumns = 'id, queue_id, parent_id, option, title, message, created_at, updated_at'

/** All options of a queue's menu, at most a few hundred. */
export const optionsOfQueue = statement<{ queueId: QueueId }, QueueOptionRow>(
  'queueOptions.ofQueue',
  `select ${queueOptionColumns} from queue_options where queue_id = :queueId order by option, id`,
)

/** Locks the queue, so that changes of its menu run one after another. New references to the queue need not wait. */
export const lockMenuOfQueue = statement<{ queueId: QueueId }, { id: QueueId }>(
  'queueOptions.holdMenu',
  'select id from queues where id = :queueId for no key update',
)

export const lockMenuOfOption = statement<{ id: QueueOptionId }, { id: QueueId }>(
  'queueOptions.holdMenuOf',
  `
  select q.id
  from queue_options o
  join queues q on q.company_id = o.company_id and q.id = o.queue_id
  where o.id = :id
  for no key update of q
  `,
)

export const insertQueueOption = statement<
  {
    queueId: QueueId
    parentId: QueueOptionId | null
    option: number
    title: string
    message: string
    at: Date
  },
  QueueOptionRow
>(
  'queueOptions.insert',
  `
  insert into queue_options (company_id, queue_id, parent_id, option, title, message, created_at, updated_at)
  values (current_company(), :queueId, :parentId, :option, :title, :message, :at, :at)
  returning ${queueOptionColumns}
  `,
)

export const saveQueueOption = statement<{ id: QueueOptionId; title: string; message: string; at: Date }>(
  'queueOptions.save',
  'update queue_options set title = :title, message = :message, updated_at = :at where id = :id',
)

/** Renumbers options in one statement: with several, two options would have the same number for a moment. */
export const moveQueueOptions = statement<{
  ids: QueueOptionId[]
  parentIds: (QueueOptionId | null)[]
  options: number[]
}>(
  'queueOptions.place',
  `
  update queue_options o
  set parent_id = placed.parent_id, option = placed.option
  from unnest(:ids::int[], :parentIds::int[], :options::int[]) as placed (id, parent_id, option)
  where o.id = placed.id
  `,
)

export const removeQueueOption = statement<{ id: QueueOptionId }>(
  'queueOptions.remove',
  'delete from queue_options where id = :id',
)
