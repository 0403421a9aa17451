import type { TagId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface TagRow {
  id: TagId
  name: string
  color: string
  kanban: boolean
}

/** A part of the name, without regard to case and accents. */
export const tagsByName = statement<[words: string], TagRow>(
  'tags.byName',
  `
  select id, name, color, kanban
  from tags
  where position(plain_text($1) in plain_text(name)) > 0
  order by lower(name), id
  `,
)

export const insertTag = statement<[name: string, color: string, kanban: boolean, at: Date], TagRow>(
  'tags.insert',
  `
  insert into tags (company_id, name, color, kanban, created_at, updated_at)
  values (current_company(), $1, $2, $3, $4, $4)
  returning id, name, color, kanban
  `,
)

/** What both had stays once; the rest of the first ticket's goes with it. */
export const copyTicketTags = statement<[from: TicketId, to: TicketId]>(
  'tags.copyOfTicket',
  `
  insert into ticket_tags (company_id, ticket_id, tag_id)
  select company_id, $2, tag_id from ticket_tags where ticket_id = $1
  on conflict do nothing
  `,
)
