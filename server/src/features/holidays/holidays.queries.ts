import type { HolidayId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

export interface HolidayRow {
  id: HolidayId
  /** The day, such as `2026-12-25`. */
  day: string
  name: string
  created_at: Date
  updated_at: Date
}

const holidayColumns = 'id, day, name, created_at, updated_at'

export const holidaysByDay = statement<NoParams, HolidayRow>(
  'holidays.byDay',
  `select ${holidayColumns} from holidays order by day`,
)

/** Inserts in the order of days, so that concurrent calls lock rows in the same order and can't deadlock. */
export const upsertHolidays = statement<{ days: string[]; names: string[]; at: Date }, HolidayRow>(
  'holidays.keep',
  `
  insert into holidays (company_id, day, name, created_at, updated_at)
  select current_company(), h.day, min(h.name), :at, :at
  from unnest(:days::date[], :names::text[]) as h (day, name)
  group by h.day
  order by h.day
  on conflict (company_id, day) do update set name = excluded.name, updated_at = excluded.updated_at
  returning ${holidayColumns}
  `,
)

export const countHolidays = statement<NoParams, { count: number }>(
  'holidays.count',
  'select count(*)::int as count from holidays',
)

export const removeHoliday = statement<{ id: HolidayId }, HolidayRow>(
  'holidays.remove',
  `delete from holidays where id = :id returning ${holidayColumns}`,
)
