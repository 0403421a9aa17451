import type { ScheduleView } from '@balcao/contract/schedules'
import type { Viewer } from '@balcao/domain/people'
import { mayReadTicket } from '@balcao/domain/tickets'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { ScheduleRow, ScheduleTicket } from './schedules.queries'

/** A schedule without the link to its file, which expires, and to its ticket, which only some viewers may open. */
export type UnsignedSchedule = Omit<ScheduleView, 'mediaPath' | 'ticketUuid'> & {
  readonly mediaKey: string | null
  readonly ticket: ScheduleTicket | null
}

export function unsignedSchedule(row: ScheduleRow): UnsignedSchedule {
  return {
    id: row.id,
    body: row.body,
    contactId: row.contact_id,
    contact: { id: row.contact_id, name: row.contact_name },
    sendAt: row.send_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    status: row.status === 'SAINDO' ? 'PENDENTE' : row.status,
    isLeaving: row.status === 'SAINDO',
    template:
      row.template_values === null ? null : { templateId: row.template_id, values: row.template_values },
    failure: row.failure,
    sentBody: row.sent_body,
    ticket: row.ticket,
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

/** All users of the company see a schedule; only users who may read its ticket get the ticket link. */
export function scheduleView(
  schedule: UnsignedSchedule,
  links: MediaLinkSigner,
  viewer: Viewer,
): ScheduleView {
  return scheduleViewByTicketAccess(schedule, links, mayReadTicketOfSchedule(schedule, viewer))
}

export function mayReadTicketOfSchedule({ ticket }: UnsignedSchedule, viewer: Viewer): boolean {
  return Boolean(ticket && mayReadTicket(viewer, ticket))
}

/** Two views suffice for all subscribers: with the ticket link, or without it. */
export function scheduleViewByTicketAccess(
  { mediaKey, ticket, ...schedule }: UnsignedSchedule,
  links: MediaLinkSigner,
  readsTicket: boolean,
): ScheduleView {
  const mediaPath = mediaKey === null ? null : links.toFile(mediaKey, schedule.mediaName ?? undefined)
  return { ...schedule, ticketUuid: readsTicket && ticket !== null ? ticket.uuid : null, mediaPath }
}
