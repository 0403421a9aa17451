import type * as calls from '@balcao/contract/announcements'
import type { ParsedInputOf } from '@balcao/contract/endpoint'
import { isAnnouncementPictureType } from '@balcao/domain/announcements'
import type { AnnouncementId } from '@balcao/domain/ids'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { PlatformWork } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { announcementChanged, announcementDeleted } from './announcements.events'
import {
  type AnnouncementPicture,
  type AnnouncementRow,
  insertAnnouncement,
  lockAnnouncement,
  removeAnnouncement,
  saveAnnouncement,
} from './announcements.queries'
import { unsignedAnnouncement } from './announcements.view'

/** The result of a change: the announcement, and the files to remove after the commit. */
export interface AnnouncementChangeResult {
  readonly row: AnnouncementRow
  readonly leftFiles: readonly string[]
}

type AnnouncementChange = ParsedInputOf<typeof calls.updateAnnouncement>['body']

export async function createAnnouncement(
  work: PlatformWork,
  { title, text, priority, status }: calls.AnnouncementForm,
): Promise<AnnouncementRow> {
  const row = await work.db.one(insertAnnouncement, { title, text, priority, isActive: status, at: work.now })
  work.recordIn(null, announcementChanged, { action: 'create', record: unsignedAnnouncement(row) })
  return row
}

export async function updateAnnouncement(
  work: PlatformWork,
  id: AnnouncementId,
  change: AnnouncementChange,
): Promise<AnnouncementRow> {
  const before = await announcementToChange(work, id)
  return save(work, before, { ...change, media: before.media })
}

/** Sets the picture. The result lists the previous picture's file for removal (ANNOUNCE-06, ANNOUNCE-12). */
export async function putAnnouncementPicture(
  work: PlatformWork,
  id: AnnouncementId,
  files: readonly UploadedFile[],
): Promise<AnnouncementChangeResult> {
  const before = await announcementToChange(work, id)
  const [file, ...others] = files
  if (file === undefined) throw refuse('ERR_UPLOAD_EMPTY')
  if (!isAnnouncementPictureType(file.mimetype)) throw refuse('ERR_ANNOUNCEMENT_PICTURE')
  const { key, fileName, mimetype } = file
  const row = await save(work, before, { media: { key, fileName, mimetype } })
  return { row, leftFiles: [...filesOf(before), ...others.map((other) => other.key)] }
}

export async function removeAnnouncementPicture(
  work: PlatformWork,
  id: AnnouncementId,
): Promise<AnnouncementChangeResult> {
  const before = await announcementToChange(work, id)
  return { row: await save(work, before, { media: null }), leftFiles: filesOf(before) }
}

export async function deleteAnnouncement(
  work: PlatformWork,
  id: AnnouncementId,
): Promise<AnnouncementChangeResult> {
  const row = await announcementToChange(work, id)
  await work.db.run(removeAnnouncement, { id })
  await recordPlatformAudit(work, { act: 'announcement.deleted', subject: { id, name: row.title } })
  work.recordIn(null, announcementDeleted, { id })
  return { row, leftFiles: filesOf(row) }
}

async function announcementToChange({ db }: PlatformWork, id: AnnouncementId): Promise<AnnouncementRow> {
  return rowOrRefuse(await db.row(lockAnnouncement, { id }), 'ERR_NO_ANNOUNCEMENT_FOUND')
}

async function save(
  work: PlatformWork,
  before: AnnouncementRow,
  change: AnnouncementChange & { readonly media: AnnouncementPicture | null },
): Promise<AnnouncementRow> {
  const row = await work.db.one(saveAnnouncement, {
    id: before.id,
    title: change.title ?? before.title,
    text: change.text ?? before.text,
    priority: change.priority ?? before.priority,
    isActive: change.status ?? before.is_active,
    media: change.media && JSON.stringify(change.media),
    at: work.now,
  })
  work.recordIn(null, announcementChanged, { action: 'update', record: unsignedAnnouncement(row) })
  return row
}

function filesOf({ media }: AnnouncementRow): readonly string[] {
  return media === null ? [] : [media.key]
}
