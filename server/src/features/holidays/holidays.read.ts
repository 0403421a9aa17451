import type { HolidayView } from '@balcao/contract/holidays'
import type { CompanyWork } from '../../platform/work'
import { holidaysByDay } from './holidays.queries'

/** Those that are over too: whoever looks back sees why nobody answered. */
export function allHolidays({ db }: Pick<CompanyWork, 'db'>): Promise<HolidayView[]> {
  return db.rows(holidaysByDay, [])
}
