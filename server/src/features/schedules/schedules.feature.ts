import * as calls from '@balcao/contract/schedules'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { readRoute, route } from '../../platform/http/route'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { PersonWork } from '../../platform/work'
import { contactErasing, contactsMerging } from '../contacts/contacts.hooks'
import { messageFailureChanged, systemMessagesAcknowledged } from '../messages/messages.hooks'
import {
  applyAcksToSchedules,
  applyFailureToSchedule,
  eraseSchedulesOfContact,
  mergeSchedules,
} from './record-schedule-change'
import {
  createSchedule,
  deleteSchedule,
  putScheduleFile,
  removeScheduleFile,
  retrySchedule,
  updateSchedule,
} from './save-schedule'
import { scheduleToRead } from './schedules.access'
import { scheduleChanged, scheduleDeleted } from './schedules.events'
import type { ScheduleRow } from './schedules.queries'
import { listSchedules, replyWindowForSchedule, schedulesOfCalendar } from './schedules.read'
import { scheduleView, unsignedSchedule } from './schedules.view'

export function schedulesFeature({ links }: { links: MediaLinkSigner }): Feature {
  const view = ({ actor }: Pick<PersonWork, 'actor'>, row: ScheduleRow) =>
    scheduleView(unsignedSchedule(row), links, actor)
  return {
    name: 'schedules',
    routes: [
      route(calls.listSchedules, async (work, { query }) => {
        const { rows, ...page } = await listSchedules(work, query)
        return { schedules: rows.map((row) => view(work, row)), ...page }
      }),
      readRoute(calls.listSchedulesBetween, async (work, { query }) => {
        const { rows, hasMore } = await schedulesOfCalendar(work, query)
        return { schedules: rows.map((row) => view(work, row)), hasMore }
      }),
      readRoute(calls.getScheduleReplyWindow, (work, { query }) => replyWindowForSchedule(work, query)),
      route(calls.getSchedule, async (work, { params }) =>
        view(work, await scheduleToRead(work, params.scheduleId)),
      ),
      route(calls.createSchedule, async (work, { body }) => view(work, await createSchedule(work, body))),
      route(calls.updateSchedule, async (work, { params, body }) =>
        view(work, await updateSchedule(work, params.scheduleId, body)),
      ),
      route(calls.retrySchedule, async (work, { params }) =>
        view(work, await retrySchedule(work, params.scheduleId)),
      ),
      route(calls.deleteSchedule, async (work, { params }) => {
        await deleteSchedule(work, params.scheduleId)
        return { message: 'schedule deleted' }
      }),
      route(calls.uploadScheduleMedia, async (work, { params, files }) => ({
        ...view(work, await putScheduleFile(work, params.scheduleId, files)),
        mensagem: 'Arquivo anexado',
      })),
      route(calls.removeScheduleMedia, async (work, { params }) => ({
        ...view(work, await removeScheduleFile(work, params.scheduleId)),
        mensagem: 'Arquivo excluído',
      })),
    ],
    events: [scheduleChanged, scheduleDeleted],
    hooks: [
      onHook(contactsMerging, mergeSchedules),
      onHook(contactErasing, eraseSchedulesOfContact),
      onHook(messageFailureChanged, applyFailureToSchedule),
      onHook(systemMessagesAcknowledged, applyAcksToSchedules),
    ],
  }
}
