import { type LiveSchedulePayload, liveChannel } from '@balcao/contract/live'
import type { ScheduleId } from '@balcao/domain/ids'
import { eventKind, memoizePayload } from '../../platform/live/event-kind'
import { mayReadTicketOfSchedule, scheduleViewByTicketAccess, type UnsignedSchedule } from './schedules.view'

interface ScheduleChanged {
  readonly action: 'create' | 'update'
  readonly schedule: UnsignedSchedule
}

const payloadFor = (readsTicket: boolean) =>
  memoizePayload(({ action, schedule }: ScheduleChanged, links): LiveSchedulePayload => {
    const view = scheduleViewByTicketAccess(schedule, links, readsTicket)
    return { action, schedules: view, schedule: view }
  })
const withTicket = payloadFor(true)
const withoutTicket = payloadFor(false)

/** A schedule was created, changed, sent or failed. All users of the company get the event. */
export const scheduleChanged = eventKind<ScheduleChanged>({
  name: 'schedule.changed',
  audience: (changed, { viewer }, links) => {
    const payload = mayReadTicketOfSchedule(changed.schedule, viewer)
      ? withTicket(changed, links)
      : withoutTicket(changed, links)
    return { channel: liveChannel.schedule(viewer.companyId), payload }
  },
})

interface Deleted {
  readonly scheduleId: ScheduleId
}

const deletedPayload = memoizePayload(
  ({ scheduleId }: Deleted): LiveSchedulePayload => ({ action: 'delete', scheduleId }),
)

export const scheduleDeleted = eventKind<Deleted>({
  name: 'schedule.deleted',
  audience: (deleted, { viewer }, links) => ({
    channel: liveChannel.schedule(viewer.companyId),
    payload: deletedPayload(deleted, links),
  }),
})
