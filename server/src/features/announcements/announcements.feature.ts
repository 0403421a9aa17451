import * as calls from '@balcao/contract/announcements'
import type { Feature } from '../../platform/feature'
import type { FileStore } from '../../platform/files/file-store'
import { callerRoute, platformRoute, readRoute } from '../../platform/http/route'
import type { MediaLinks } from '../../platform/media-links'
import { announcementChanged, announcementDeleted } from './announcements.events'
import type { AnnouncementRow } from './announcements.queries'
import { announcementToRead, listAnnouncements } from './announcements.read'
import {
  type Changed,
  createAnnouncement,
  deleteAnnouncement,
  putMedia,
  removeMedia,
  updateAnnouncement,
} from './announcements.verbs'
import { announcementView, unsigned } from './announcements.view'

interface AnnouncementParts {
  readonly links: MediaLinks
  readonly store: Pick<FileStore, 'remove'>
}

/** Announcements: the platform's owner manages them, and all users see the active ones. */
export function announcementsFeature({ links, store }: AnnouncementParts): Feature {
  const view = (row: AnnouncementRow) => announcementView(unsigned(row), links)

  /** Removes files after the commit; the file sweep finds those that a crash leaves. */
  async function removeFiles({ row, leftFiles }: Changed): Promise<AnnouncementRow> {
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
      callerRoute(calls.putAnnouncementMedia, async (caller, { params, files }) => {
        const changed = await caller.actOnPlatform((work) => putMedia(work, params.announcementId, files))
        return { ...view(await removeFiles(changed)), mensagem: 'Arquivo anexado' }
      }),
      callerRoute(calls.removeAnnouncementMedia, async (caller, { params }) => {
        const changed = await caller.actOnPlatform((work) => removeMedia(work, params.announcementId))
        return { ...view(await removeFiles(changed)), mensagem: 'Arquivo excluído' }
      }),
    ],
    events: [announcementChanged, announcementDeleted],
  }
}
