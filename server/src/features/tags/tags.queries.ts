import type { TagId } from '@balcao/domain/ids'
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
