import type { HolidayForm, HolidayView } from '@balcao/contract/holidays'
import * as calls from '@balcao/contract/holidays'
import { type LiveHolidayPayload, liveChannel } from '@balcao/contract/live'
import type { HolidayId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { Feature } from '../../platform/feature'
import { readRoute, route } from '../../platform/http/route'
import { eventKind } from '../../platform/live/event-kind'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import {
  countHolidays,
  type HolidayRow,
  holidaysByDay,
  removeHoliday,
  upsertHolidays,
} from './holidays.queries'

/** The holidays changed. All users of the company get the event. */
const holidaysChanged = eventKind<LiveHolidayPayload>({
  name: 'holidays.changed',
  audience: (payload, subscriber) => ({ channel: liveChannel.holiday(subscriber.viewer.companyId), payload }),
})

/** Days on which the company and all its queues are closed. */
export const holidaysFeature: Feature = {
  name: 'holidays',
  routes: [
    // Includes past holidays, because they explain why no agent answered on a day.
    readRoute(calls.listHolidays, async ({ db }) => (await db.rows(holidaysByDay)).map(holidayView)),
    route(calls.saveHolidays, (work, { body }) => saveHolidays(work, body.holidays)),
    route(calls.deleteHoliday, async (work, { params }) => {
      await deleteHoliday(work, params.holidayId)
      return { message: 'holiday deleted' }
    }),
  ],
  events: [holidaysChanged],
}

/** Adds new holidays and renames existing ones. Idempotent. */
async function saveHolidays(work: CompanyWork, holidays: readonly HolidayForm[]): Promise<HolidayView[]> {
  const days = holidays.map(({ day }) => day)
  const names = holidays.map(({ name }) => name)
  const kept = (await work.db.rows(upsertHolidays, { days, names, at: work.now })).map(holidayView)
  const { count } = await work.db.one(countHolidays)
  const { count: limit } = limits.holidays
  if (count > limit) throw refuse('ERR_TOO_MANY', { what: 'holidays', limit })

  if (kept.length > 0) await recordAudit(work, { act: 'holidays.kept', detail: { count: kept.length } })
  work.record(holidaysChanged, { action: 'update', holidays: kept })
  return kept
}

async function deleteHoliday(work: CompanyWork, id: HolidayId): Promise<void> {
  const removed = rowOrRefuse(await work.db.row(removeHoliday, { id }), 'ERR_NO_HOLIDAY_FOUND')
  const { name, day } = removed
  await recordAudit(work, { act: 'holiday.deleted', subject: { id, name }, detail: { day } })
  work.record(holidaysChanged, { action: 'delete', holidayId: id })
}

function holidayView({ id, day, name, created_at, updated_at }: HolidayRow): HolidayView {
  return { id, day, name, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() }
}
