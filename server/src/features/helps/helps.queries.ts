import type { HelpId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface HelpVideoRow {
  id: HelpId
  title: string
  description: string
  video: string
  created_at: Date
  updated_at: Date
}

const helpColumns = 'id, title, description, video, created_at, updated_at'
const matchesSearch = `
  (position(plain_text(:words) in plain_text(title)) > 0
    or position(plain_text(:words) in plain_text(description)) > 0)`

/** Videos whose texts contain `words`, ordered by title. A null limit returns all of them. */
export const helpVideosPage = statement<
  { words: string; limit: number | null; offset: number },
  HelpVideoRow
>(
  'helps.page',
  `select ${helpColumns} from helps where ${matchesSearch} order by lower(title), id limit :limit offset :offset`,
)

export const countHelpVideos = statement<{ words: string }, { count: number }>(
  'helps.count',
  `select count(*)::int as count from helps where ${matchesSearch}`,
)

export const insertHelpVideo = statement<
  { title: string; description: string; video: string; at: Date },
  HelpVideoRow
>(
  'helps.insert',
  `
  insert into helps (title, description, video, created_at, updated_at)
  values (:title, :description, :video, :at, :at)
  returning ${helpColumns}
  `,
)

export const saveHelpVideo = statement<
  { id: HelpId; title: string; description: string; video: string; at: Date },
  HelpVideoRow
>(
  'helps.save',
  `
  update helps set title = :title, description = :description, video = :video, updated_at = :at where id = :id
    returning ${helpColumns}
  `,
)

export const removeHelpVideo = statement<{ id: HelpId }>('helps.remove', 'delete from helps where id = :id')
