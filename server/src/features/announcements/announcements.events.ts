import { type LiveAnnouncementPayload, liveChannel } from '@balcao/contract/live'
import type { AnnouncementId } from '@balcao/domain/ids'
import { hasPermission } from '@balcao/domain/permissions'
import { eventKind, memoizePayload } from '../../platform/live/event-kind'
import { announcementView, type UnsignedAnnouncement } from './announcements.view'

interface AnnouncementChange {
  readonly action: 'create' | 'update'
  readonly record: UnsignedAnnouncement
}

/** An announcement changed. An inactive one stays only in the lists of users who manage announcements (ANNOUNCE-08). */
export const announcementChanged = eventKind<AnnouncementChange>({
  name: 'announcement.changed',
  audience: (change, { viewer }, links) => {
    const isShown = change.record.status || hasPermission(viewer, 'announcements.manage')
    return {
      channel: liveChannel.announcement(),
      payload: isShown ? announcementPayload(change, links) : removalPayload(change, links),
    }
  },
})

export const announcementDeleted = eventKind<{ id: AnnouncementId }>({
  name: 'announcement.deleted',
  audience: ({ id }) => ({
    channel: liveChannel.announcement(),
    payload: { action: 'delete', id } satisfies LiveAnnouncementPayload,
  }),
})

const announcementPayload = memoizePayload(
  ({ action, record }: AnnouncementChange, links): LiveAnnouncementPayload => ({
    action,
    record: announcementView(record, links),
  }),
)
const removalPayload = memoizePayload(
  ({ record }: AnnouncementChange): LiveAnnouncementPayload => ({ action: 'delete', id: record.id }),
)
