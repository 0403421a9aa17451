import type { TagView, WholeTagView } from '@balcao/contract/tags'
import type { CountedTagRow, TagRow } from './tags.queries'

/** A tag for choosers. */
export function tagView({ id, name, color, kanban }: TagRow): TagView {
  return { id, name, color, kanban: kanban ? 1 : 0 }
}

/** A tag as it stands on the wire, for answers and events alike. */
export function wholeTagView(row: CountedTagRow): WholeTagView {
  return {
    ...tagView(row),
    userId: row.user_id,
    ticketsCount: row.tickets,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
