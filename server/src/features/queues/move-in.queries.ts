import { insertRowsStatement } from '../../platform/database/insert-rows'
import { type NoParams, statement } from '../../platform/database/statement'

export const takenQueueNamesAndColors = statement<NoParams, { name: string; color: string }>(
  'queues.takenWords',
  'select lower(name) as name, lower(color) as color from queues',
)

export const insertMovedQueues = insertRowsStatement(
  'queues.insertMoved',
  'queues',
  `id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, integration_id, created_at,
    updated_at`,
)

export const lastQueueOptionNumbers = statement<
  NoParams,
  { queue_id: number; parent_id: number | null; option: number }
>(
  'queues.lastOptions',
  'select queue_id, parent_id, max(option) as option from queue_options group by queue_id, parent_id',
)

export const insertMovedQueueOptions = insertRowsStatement(
  'queues.insertMovedOptions',
  'queue_options',
  'id, queue_id, parent_id, option, title, message, created_at, updated_at',
)
