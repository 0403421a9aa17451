import type { AnnouncementView } from '@balcao/contract/announcements'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { AnnouncementRow } from './announcements.queries'

/** An announcement without the link to its picture. The link expires, so each answer and event signs a new one. */
export type UnsignedAnnouncement = Omit<AnnouncementView, 'mediaPath'> & { readonly mediaKey: string | null }

export function unsignedAnnouncement(row: AnnouncementRow): UnsignedAnnouncement {
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    priority: row.priority,
    status: row.is_active,
    mediaKey: row.media?.key ?? null,
    mediaName: row.media?.fileName ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function announcementView(
  { mediaKey, ...record }: UnsignedAnnouncement,
  links: MediaLinkSigner,
): AnnouncementView {
  const link = mediaKey === null ? null : links.toFile(mediaKey, record.mediaName ?? undefined)
  return { ...record, mediaPath: link && pathBelowPublic(link) }
}

const publicFolder = '/public/'

/** The part of an announcement's link after `/public/`. Clients put `/public/` in front of it themselves. */
function pathBelowPublic(link: string): string {
  return link.slice(link.indexOf(publicFolder) + publicFolder.length)
}
