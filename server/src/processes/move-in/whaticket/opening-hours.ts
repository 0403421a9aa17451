import { type OpeningHours, type Weekday, weekdays } from '@balcao/domain/opening-hours'
import { fieldOf, parseJsonOrNull } from '../values'

export const portugueseWeekdays: Readonly<Record<Weekday, string>> = {
  monday: 'Segunda-feira',
  tuesday: 'Terça-feira',
  wednesday: 'Quarta-feira',
  thursday: 'Quinta-feira',
  friday: 'Sexta-feira',
  saturday: 'Sábado',
  sunday: 'Domingo',
}

interface Hours {
  readonly schedules: readonly OpeningHours[]
  readonly timeZone: string | null
  readonly holidays: readonly { readonly day: string; readonly name: string }[]
  /** How many exceptions are lost because they have hours of their own: Balcão has only whole closed days. */
  readonly lost: number
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/

/** Converts opening hours. The source has a list of weekdays, or ticketz' rules with exceptions. */
export function convertOpeningHours(value: unknown, thisYear: number): Hours {
  const hours = parseJsonOrNull(value)
  if (Array.isArray(hours)) return { schedules: hours.flatMap(ofDay), timeZone: null, holidays: [], lost: 0 }
  const rules = fieldOf(hours, 'weeklyRules')
  const overrides = fieldOf(hours, 'overrides')
  const timeZone = fieldOf(hours, 'timezone')
  const exceptions = Array.isArray(overrides) ? overrides : []
  return {
    schedules: Array.isArray(rules) && rules.length > 0 ? ofRules(rules) : [],
    timeZone: typeof timeZone === 'string' ? timeZone : null,
    holidays: exceptions.flatMap((one) => holidaysOf(one, thisYear)),
    lost: exceptions.filter((one) => fieldOf(one, 'closed') !== true).length,
  }
}

function ofDay(day: unknown): OpeningHours[] {
  const weekdayEn = weekdays.find((name) => name === String(fieldOf(day, 'weekdayEn')).toLowerCase())
  const startTime = String(fieldOf(day, 'startTime') ?? '').slice(0, 5)
  const endTime = String(fieldOf(day, 'endTime') ?? '').slice(0, 5)
  if (weekdayEn === undefined) return []
  const isOpen = clock.test(startTime) && clock.test(endTime)
  const shift = isOpen ? { startTime, endTime } : { startTime: '00:00', endTime: '00:00' }
  return [{ weekday: portugueseWeekdays[weekdayEn], weekdayEn, ...shift }]
}

/** Converts ticketz' rules. A weekday without a rule is closed there, but open here, so it gets hours that close it. */
function ofRules(rules: readonly unknown[]): OpeningHours[] {
  const open = rules.flatMap(ofRule)
  const closed = weekdays.filter((name) => open.every(({ weekdayEn }) => weekdayEn !== name))
  return [...open, ...closed.flatMap((weekdayEn) => ofDay({ weekdayEn }))]
}

function ofRule(rule: unknown): OpeningHours[] {
  const days = fieldOf(rule, 'days')
  const hours = fieldOf(rule, 'hours')
  if (!Array.isArray(days) || !Array.isArray(hours)) return []
  return days.flatMap((day) =>
    hours.flatMap((shift) => {
      const weekdayEn = weekdays.find((name) => name.slice(0, 3) === String(day).slice(0, 3).toLowerCase())
      return ofDay({ weekdayEn, startTime: fieldOf(shift, 'from'), endTime: fieldOf(shift, 'to') })
    }),
  )
}

/** Returns the days of a holiday. A yearly one becomes days of this year and the next two. */
function holidaysOf(exception: unknown, thisYear: number): { day: string; name: string }[] {
  const date = /^(\d{4})-(\d\d-\d\d)/.exec(String(fieldOf(exception, 'date')))
  if (date === null || fieldOf(exception, 'closed') !== true) return []
  const years =
    fieldOf(exception, 'repeat') === 'yearly' ? [thisYear, thisYear + 1, thisYear + 2] : [Number(date[1])]
  const name = String(fieldOf(exception, 'label') ?? '').trim() || 'Feriado'
  // Leaves out 29 February in years that do not have it.
  return years.map((year) => ({ day: `${year}-${date[2]}`, name })).filter(({ day }) => isDay(day))
}

function isDay(day: string): boolean {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date)).toISOString().startsWith(day)
}
