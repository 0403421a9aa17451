import type { HelpView } from '@balcao/contract/helps'
import type { HelpRow } from './helps.queries'

export function helpView(row: HelpRow): HelpView {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    video: row.video,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
