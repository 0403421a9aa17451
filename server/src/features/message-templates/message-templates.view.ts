import type { MessageTemplateView } from '@balcao/contract/message-templates'
import type { TemplateRow } from './message-templates.queries'

export function templateView(row: TemplateRow): MessageTemplateView {
  return {
    id: row.id,
    connectionId: row.connection_id,
    name: row.name,
    language: row.language,
    category: row.category,
    status: row.status,
    quality: row.quality,
    reason: row.reason,
    isNamed: row.is_named,
    components: row.components.map((component) => ({ ...component })),
    updatedAt: row.updated_at.toISOString(),
  }
}
