import * as calls from '@balcao/contract/holidays'
import type { Feature } from '../../platform/feature'
import { readRoute, route } from '../../platform/http/route'
import { holidaysChanged } from './holidays.events'
import { allHolidays } from './holidays.read'
import { deleteHoliday, keepHolidays } from './holidays.verbs'

/** Days on which the company and all its queues are closed. */
export const holidaysFeature: Feature = {
  name: 'holidays',
  routes: [
    readRoute(calls.listHolidays, (work) => allHolidays(work)),
    route(calls.keepHolidays, (work, { body }) => keepHolidays(work, body.holidays)),
    route(calls.deleteHoliday, async (work, { params }) => {
      await deleteHoliday(work, params.holidayId)
      return { message: 'holiday deleted' }
    }),
  ],
  events: [holidaysChanged],
}
