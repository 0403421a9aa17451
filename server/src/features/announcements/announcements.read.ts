import type { AnnouncementId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { holds } from '@balcao/domain/permissions'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import {
  type AnnouncementRow,
  announcementById,
  announcementsPage,
  countAnnouncements,
} from './announcements.queries'

/**
 * One page of the announcements whose title or text contains the search text; inactive ones only for users who manage
 * them.
 */
export async function listAnnouncements(
  { db, actor }: PersonWork,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ rows: AnnouncementRow[]; count: number; hasMore: boolean }> {
  const words = searchParam.trim()
  const alsoInactive = holds(actor, 'announcements.manage')
  const offset = (pageNumber - 1) * limits.listPage
  const [rows, { count }] = await Promise.all([
    db.rows(announcementsPage, { alsoInactive, words, limit: limits.listPage, offset }),
    db.one(countAnnouncements, { alsoInactive, words }),
  ])
  return { rows, count, hasMore: count > offset + rows.length }
}

/** An active announcement, or any for users who manage them. */
export async function announcementToRead(
  { db, actor }: PersonWork,
  id: AnnouncementId,
): Promise<AnnouncementRow> {
  const row = await db.row(announcementById, { id })
  const mayRead = row !== null && (row.is_active || holds(actor, 'announcements.manage'))
  if (!mayRead) throw refuse('ERR_NO_ANNOUNCEMENT_FOUND')
  return row
}
