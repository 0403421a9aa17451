import type { ScheduleView } from '@balcao/contract/schedules'
import type { MediaLinks } from '../../platform/media-links'
import type { ScheduleRow } from './schedules.queries'

/** A schedule but for its link, which each answer and event signs anew. */
export type UnsignedSchedule = Omit<ScheduleView, 'mediaPath'> & { readonly mediaKey: string | null }

export function unsigned(row: ScheduleRow): UnsignedSchedule {
  return {
    id: row.id,
    body: row.body,
    contactId: row.contact_id,
    contact: { id: row.contact_id, name: row.contact_name },
    sendAt: row.send_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    status: row.status === 'SAINDO' ? 'PENDENTE' : row.status,
    isLeaving: row.status === 'SAINDO',
    failure: row.failure,
    sentBody: row.sent_body,
    ticketUuid: row.ticket_uuid,
    mediaKey: row.media?.key ?? null,
    mediaName: row.media?.fileName ?? null,
    mediaType: row.media?.mediaType ?? null,
    userId: row.user_id,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    whatsappId: row.connection_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** A schedule as it stands on the wire, for answers and events alike. */
export function scheduleView({ mediaKey, ...schedule }: UnsignedSchedule, links: MediaLinks): ScheduleView {
  const mediaPath = mediaKey === null ? null : links.toFile(mediaKey, schedule.mediaName ?? undefined)
  return { ...schedule, mediaPath }
}
