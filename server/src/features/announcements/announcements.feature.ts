import * as calls from '@balcao/contract/announcements'
import type { AnnouncementId } from '@balcao/domain/ids'
import { hasPermission } from '@balcao/domain/permissions'
import { type ListPage, readListPage } from '../../platform/database/list-page'
import type { Feature } from '../../platform/feature'
import type { FileStore } from '../../platform/files/file-store'
import { callerRoute, platformRoute, readRoute } from '../../platform/http/route'
import type { MediaLinkSigner } from '../../platform/media-links'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { announcementChanged, announcementDeleted } from './announcements.events'
import {
  type AnnouncementRow,
  announcementById,
  announcementsPage,
  countAnnouncements,
} from './announcements.queries'
import {
  type AnnouncementChangeResult,
  createAnnouncement,
  deleteAnnouncement,
  putAnnouncementPicture,
  removeAnnouncementPicture,
  updateAnnouncement,
} from './announcements.verbs'
import { announcementView, unsignedAnnouncement } from './announcements.view'

interface AnnouncementDependencies {
  readonly links: MediaLinkSigner
  readonly store: Pick<FileStore, 'remove'>
}

export function announcementsFeature({ links, store }: AnnouncementDependencies): Feature {
  const view = (row: AnnouncementRow) => announcementView(unsignedAnnouncement(row), links)

  /** Deletes the files that the change replaced. If the server crashes first, the file sweep deletes them. */
  async function removeFiles({ row, leftFiles }: AnnouncementChangeResult): Promise<AnnouncementRow> {
    for (const key of leftFiles) await store.remove(key)
    return row
  }

  return {
    name: 'announcements',
    routes: [
      readRoute(calls.listAnnouncements, async (work, { query }) => {
        const { rows, ...page } = await listAnnouncements(work, query)
        return { records: rows.map(view), ...page }
      }),
      readRoute(calls.getAnnouncement, async (work, { params }) =>
        view(await announcementToRead(work, params.announcementId)),
      ),
      platformRoute(calls.createAnnouncement, async (work, { body }) =>
        view(await createAnnouncement(work, body)),
      ),
      platformRoute(calls.updateAnnouncement, async (work, { params, body }) =>
        view(await updateAnnouncement(work, params.announcementId, body)),
      ),
      callerRoute(calls.deleteAnnouncement, async (caller, { params }) => {
        await removeFiles(
          await caller.actOnPlatform((work) => deleteAnnouncement(work, params.announcementId)),
        )
        return { message: 'announcement deleted' }
      }),
      callerRoute(calls.uploadAnnouncementMedia, async (caller, { params, files }) => {
        const changed = await caller.actOnPlatform((work) =>
          putAnnouncementPicture(work, params.announcementId, files),
        )
        return { ...view(await removeFiles(changed)), mensagem: 'Arquivo anexado' }
      }),
      callerRoute(calls.removeAnnouncementMedia, async (caller, { params }) => {
        const changed = await caller.actOnPlatform((work) =>
          removeAnnouncementPicture(work, params.announcementId),
        )
        return { ...view(await removeFiles(changed)), mensagem: 'Arquivo excluído' }
      }),
    ],
    events: [announcementChanged, announcementDeleted],
  }
}

function listAnnouncements(
  { db, actor }: PersonWork,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<ListPage<AnnouncementRow>> {
  const filter = { alsoInactive: hasPermission(actor, 'announcements.manage'), words: searchParam.trim() }
  return readListPage(db, { page: announcementsPage, count: countAnnouncements }, filter, pageNumber)
}

async function announcementToRead({ db, actor }: PersonWork, id: AnnouncementId): Promise<AnnouncementRow> {
  const row = await db.row(announcementById, { id })
  const mayRead = row !== null && (row.is_active || hasPermission(actor, 'announcements.manage'))
  if (!mayRead) throw refuse('ERR_NO_ANNOUNCEMENT_FOUND')
  return row
}
