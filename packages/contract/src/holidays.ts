import type { HolidayId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { idParam, idSchema, instant, requiredText, resultMessageAnswer } from './wire-values'

/** A day on which the company and all its queues are closed. */
export const holiday = z.object({
  id: idSchema<HolidayId>(),
  /** A day such as `2026-12-25`, in the company's calendar. */
  day: z.iso.date(),
  name: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
export type HolidayView = z.output<typeof holiday>

export const holidayForm = z.object({
  day: z
    .string('Required')
    .min(1, 'Required')
    .pipe(z.iso.date('Invalid day'))
    .refine((day) => day >= '2000-01-01' && day <= '2199-12-31', 'Invalid day'),
  name: requiredText(limits.holidays.name),
})
export type HolidayForm = z.output<typeof holidayForm>

export const listHolidays = endpoint('GET /holidays', {
  name: 'holidays.list',
  summary: 'Holidays of the company, by day',
  access: 'session',
  planFlag: 'none',
  answer: z.array(holiday),
})

export const saveHolidays = endpoint('POST /holidays', {
  name: 'holidays.keep',
  summary: 'Adds holidays; a day that is one already gets the new name. Returns those that were sent',
  access: 'settings.manage',
  planFlag: 'none',
  body: z.object({ holidays: z.array(holidayForm).min(1).max(100) }),
  answer: z.array(holiday),
  errors: ['ERR_TOO_MANY'],
})

export const deleteHoliday = endpoint('DELETE /holidays/:holidayId', {
  name: 'holidays.delete',
  summary: 'Removes a holiday',
  access: 'settings.manage',
  planFlag: 'none',
  params: z.object({ holidayId: idParam<HolidayId>() }),
  answer: resultMessageAnswer,
  errors: ['ERR_NO_HOLIDAY_FOUND'],
})
