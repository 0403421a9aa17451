import type { HolidayView } from '@balcao/contract/holidays'
import type { CompanyWork } from '../../platform/work'
import { type HolidayRow, holidaysByDay } from './holidays.queries'

/** Includes past holidays, which explain why no agent answered. */
export async function allHolidays({ db }: Pick<CompanyWork, 'db'>): Promise<HolidayView[]> {
  return (await db.rows(holidaysByDay)).map(holidayView)
}

/** The wire view of a holiday, for answers and events. */
export function holidayView({ id, day, name, created_at, updated_at }: HolidayRow): HolidayView {
  return { id, day, name, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() }
}
