import type { QueueView } from '@balcao/contract/queues'
import type { QueueRow } from './queues.queries'

export function queueView(row: QueueRow): QueueView {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    orderQueue: row.order_queue,
    greetingMessage: row.greeting_message,
    outOfHoursMessage: row.out_of_hours_message,
    schedules: row.schedules,
    promptId: row.prompt_id,
    integrationId: row.integration_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
