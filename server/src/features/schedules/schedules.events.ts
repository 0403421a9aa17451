import { channel, type LiveSchedule } from '@balcao/contract/live'
import type { ScheduleId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'
import { scheduleView, type UnsignedSchedule } from './schedules.view'

/** Made, changed, sent or failed: everybody of the company sees its schedules. */
export const scheduleChanged = eventKind<{ action: 'create' | 'update'; schedule: UnsignedSchedule }>({
  name: 'schedule.changed',
  reach: ({ action, schedule }, { viewer }, links) => {
    const view = scheduleView(schedule, links, viewer)
    const payload: LiveSchedule = { action, schedules: view, schedule: view }
    return { channel: channel.schedule(viewer.companyId), payload }
  },
})

export const scheduleDeleted = eventKind<{ scheduleId: ScheduleId }>({
  name: 'schedule.deleted',
  reach: ({ scheduleId }, { viewer }) => {
    const payload: LiveSchedule = { action: 'delete', scheduleId }
    return { channel: channel.schedule(viewer.companyId), payload }
  },
})
