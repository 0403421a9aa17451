import type { QueueOptionView } from '@balcao/contract/queue-options'
import type { QueueOptionId } from '@balcao/domain/ids'
import type { QueueOptionRow } from './queue-options.queries'

/** The options below `parentId` as a tree; null builds the whole menu. The rows are in order of their numbers. */
export function buildQueueOptionTree(
  rows: readonly QueueOptionRow[],
  parentId: QueueOptionId | null,
): QueueOptionView[] {
  return rows.filter((row) => row.parent_id === parentId).map((row) => queueOptionView(rows, row))
}

export function queueOptionView(rows: readonly QueueOptionRow[], row: QueueOptionRow): QueueOptionView {
  return {
    id: row.id,
    queueId: row.queue_id,
    parentId: row.parent_id,
    option: String(row.option),
    title: row.title,
    message: row.message,
    children: buildQueueOptionTree(rows, row.id),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
