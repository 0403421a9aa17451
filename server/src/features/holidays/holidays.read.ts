import type { HolidayView } from '@balcao/contract/holidays'
import type { CompanyWork } from '../../platform/work'
import { type HolidayRow, holidaysByDay } from './holidays.queries'

/** Those that are over too: whoever looks back sees why nobody answered. */
export async function allHolidays({ db }: Pick<CompanyWork, 'db'>): Promise<HolidayView[]> {
  return (await db.rows(holidaysByDay, [])).map(holidayView)
}

/** A holiday as it stands on the wire, for answers and events alike. */
export function holidayView({ id, day, name, created_at, updated_at }: HolidayRow): HolidayView {
  return { id, day, name, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() }
}
