import type { HelpId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface HelpRow {
  id: HelpId
  title: string
  description: string
  video: string
  created_at: Date
  updated_at: Date
}

const columns = 'id, title, description, video, created_at, updated_at'
const hasWords = `
  (position(plain_text($1) in plain_text(title)) > 0 or position(plain_text($1) in plain_text(description)) > 0)`

/** Videos that contain the text, by title; limit null returns all. */
export const helpsPage = statement<[words: string, limit: number | null, offset: number], HelpRow>(
  'helps.page',
  `
  select ${columns} from helps where ${hasWords} order by lower(title), id limit $2 offset $3
  `,
)

export const countHelps = statement<[words: string], { count: number }>(
  'helps.count',
  `
  select count(*)::int as count from helps where ${hasWords}
  `,
)

export const insertHelp = statement<[title: string, description: string, video: string, at: Date], HelpRow>(
  'helps.insert',
  `
  insert into helps (title, description, video, created_at, updated_at)
  values ($1, $2, $3, $4, $4)
  returning ${columns}
  `,
)

export const saveHelp = statement<
  [id: HelpId, title: string, description: string, video: string, at: Date],
  HelpRow
>(
  'helps.save',
  `
  update helps set title = $2, description = $3, video = $4, updated_at = $5 where id = $1 returning ${columns}
  `,
)

export const removeHelp = statement<[id: HelpId]>(
  'helps.remove',
  `
  delete from helps where id = $1
  `,
)
