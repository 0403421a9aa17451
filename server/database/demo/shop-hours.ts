import { dayOf, instantOfLocalTime, subtractCalendarDays } from '@balcao/domain/days'

const opensAt = '09:00'
const closesAt = '18:00'

/** The shop's working time, 9 to 18 h on weekdays in the company's time zone. The demo's history is within it. */
export interface ShopHours {
  /** The time of the act, or the last closing time before it. */
  readonly now: Date
  /** The time before `at` by this much working time: nights and weekends do not count. */
  before(at: Date, ms: number): Date
  /** A time of day, `10:30`, on the working day this many days before today, or on the last one before it. */
  daysAgo(days: number, time: string): Date
  /** The same in the future, on the next working day. */
  daysAhead(days: number, time: string): Date
  opening(at: Date): Date
}

export function openShopHours(now: Date, timeZone: string): ShopHours {
  const today = dayOf(now, timeZone)
  // Creating a calendar takes as long as formatting fifty dates with it (domain/days.ts).
  const openings = new Map<string, Date>()
  const closings = new Map<string, Date>()
  const opening = (day: string) =>
    cachedDay(openings, day, () => instantOfLocalTime(`${day}T${opensAt}`, timeZone))
  const closing = (day: string) =>
    cachedDay(closings, day, () => instantOfLocalTime(`${day}T${closesAt}`, timeZone))
  const dayBefore = (day: string) => workday(subtractCalendarDays(day, 1), 1)
  const days: string[] = [] // working days, today or the last one first
  const dayHolding = (at: Date): string => {
    for (let place = 0; ; place++) {
      const last = days.at(-1)
      const day = days[place] ?? (last === undefined ? workday(today, 1) : dayBefore(last))
      days[place] = day
      if (opening(day) <= at) return day
    }
  }
  const shopNow = closest(now, closing(dayHolding(now)))

  return {
    now: shopNow,
    opening: (at) => opening(dayHolding(at)),
    before(at, ms) {
      let [from, left] = [at, ms]
      for (;;) {
        const day = dayHolding(from)
        const worked = from.getTime() - opening(day).getTime()
        if (left <= worked) return new Date(from.getTime() - left)
        left -= worked
        from = closing(dayBefore(day))
      }
    },
    daysAgo(back, time) {
      const at = instantOfLocalTime(`${workday(subtractCalendarDays(today, back), 1)}T${time}`, timeZone)
      return closest(at, shopNow)
    },
    daysAhead: (ahead, time) =>
      instantOfLocalTime(`${workday(subtractCalendarDays(today, -ahead), -1)}T${time}`, timeZone),
  }
}

function cachedDay(known: Map<string, Date>, day: string, find: () => Date): Date {
  const found = known.get(day) ?? find()
  known.set(day, found)
  return found
}

/** The day itself, or the next weekday in the direction: `1` back, `-1` ahead. */
function workday(day: string, direction: 1 | -1): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 ? workday(subtractCalendarDays(day, direction), direction) : day
}

function closest(one: Date, latest: Date): Date {
  return one < latest ? one : latest
}
