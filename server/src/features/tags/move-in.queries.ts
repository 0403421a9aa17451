import { insertRowsStatement } from '../../platform/database/insert-rows'
import { type NoParams, statement } from '../../platform/database/statement'

export const existingTags = statement<NoParams, { id: number; name: string }>(
  'tags.taken',
  'select id, lower(name) as name from tags',
)

export const insertMovedTags = insertRowsStatement(
  'tags.insertMoved',
  'tags',
  'id, name, color, kanban, created_at, updated_at',
)

export const insertMovedTicketTags = insertRowsStatement(
  'tags.insertMovedOfTickets',
  'ticket_tags',
  'ticket_id, tag_id',
  'on conflict do nothing',
)
