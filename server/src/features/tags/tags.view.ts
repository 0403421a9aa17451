import type { TagWithUsageView, TimestampedTagView } from '@balcao/contract/tags'
import type { TagRow, TagWithUsageRow } from './tags.queries'

export function tagView(row: TagRow): TimestampedTagView {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    kanban: row.kanban ? 1 : 0,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function tagWithUsageView(row: TagWithUsageRow): TagWithUsageView {
  return { ...tagView(row), userId: row.user_id, ticketsCount: row.tickets }
}
