import type { ScheduleView } from '@balcao/contract/schedules'
import type { ScheduleId } from '@balcao/domain/ids'
import { userId } from './makers'
import { contactId } from './ticket-makers'

// These makers brand ids, hence the cast.
export const scheduleId = (id: number) => id as ScheduleId

/** A pending schedule of Ana for Marina. */
export function aSchedule(change: Partial<ScheduleView> = {}): ScheduleView {
  return {
    id: scheduleId(1),
    body: 'Avisar que o linho chegou',
    contactId: contactId(1),
    contact: { id: contactId(1), name: 'Marina Duarte' },
    sendAt: '2026-11-27T12:00:00.000Z',
    sentAt: null,
    status: 'PENDENTE',
    isLeaving: false,
    template: null,
    failure: null,
    sentBody: null,
    ticketUuid: null,
    mediaPath: null,
    mediaName: null,
    mediaType: null,
    userId: userId(2),
    user: { id: userId(2), name: 'Ana Lima' },
    whatsappId: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    ...change,
  }
}
