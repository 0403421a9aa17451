import type { AnnouncementPriority } from '@balcao/domain/announcements'
import type { AnnouncementId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface AnnouncementPicture {
  readonly key: string
  readonly fileName: string
  readonly mimetype: string
}

export interface AnnouncementRow {
  id: AnnouncementId
  title: string
  text: string
  priority: AnnouncementPriority
  is_active: boolean
  media: AnnouncementPicture | null
  created_at: Date
  updated_at: Date
}

const announcementColumns = 'id, title, text, priority, is_active, media, created_at, updated_at'
const inOrder = 'priority, created_at desc, id desc'
const isShown = '(is_active or :alsoInactive)'
const matchesSearch = `
  (position(plain_text(:words) in plain_text(title)) > 0 or position(plain_text(:words) in plain_text(text)) > 0)`

export const announcementsPage = statement<
  { alsoInactive: boolean; words: string; limit: number; offset: number },
  AnnouncementRow
>(
  'announcements.page',
  `
  select ${announcementColumns} from announcements where ${isShown} and ${matchesSearch} order by ${inOrder} limit :limit offset :offset
  `,
)

export const countAnnouncements = statement<{ alsoInactive: boolean; words: string }, { count: number }>(
  'announcements.count',
  `select count(*)::int as count from announcements where ${isShown} and ${matchesSearch}`,
)

export const announcementById = statement<{ id: AnnouncementId }, AnnouncementRow>(
  'announcements.byId',
  `select ${announcementColumns} from announcements where id = :id`,
)

export const lockAnnouncement = statement<{ id: AnnouncementId }, AnnouncementRow>(
  'announcements.lock',
  `select ${announcementColumns} from announcements where id = :id for update`,
)

export const insertAnnouncement = statement<
  { title: string; text: string; priority: AnnouncementPriority; isActive: boolean; at: Date },
  AnnouncementRow
>(
  'announcements.insert',
  `
  insert into announcements (title, text, priority, is_active, created_at, updated_at)
  values (:title, :text, :priority, :isActive, :at, :at)
  returning ${announcementColumns}
  `,
)

export const saveAnnouncement = statement<
  {
    id: AnnouncementId
    title: string
    text: string
    priority: AnnouncementPriority
    isActive: boolean
    media: string | null
    at: Date
  },
  AnnouncementRow
>(
  'announcements.save',
  `
  update announcements
  set title = :title, text = :text, priority = :priority, is_active = :isActive, media = :media, updated_at = :at
  where id = :id
  returning ${announcementColumns}
  `,
)

export const removeAnnouncement = statement<{ id: AnnouncementId }>(
  'announcements.remove',
  'delete from announcements where id = :id',
)
