import { instantOfLocalTime, localTimeFormatter } from '@balcao/domain/days'
import { useMemo } from 'react'
import { useUser } from './session'

/** Formats days and times in the time zone of the company, which its opening hours and schedules use. */
export interface CompanyClock {
  readonly timeZone: string
  /** An instant in the format of a date-time field: `2026-11-27T09:00`. */
  toField(moment: string | number): string
  /** Converts the value of a date-time field to an ISO instant. */
  fromField(written: string): string
  /** The day of an instant: `2026-11-27`. */
  dayOf(moment: string | number): string
  /** The time of day of an instant: `09:00`. */
  timeOf(moment: string | number): string
  /** An instant as shown on screen: `27/11/26 09:00` (GEN-14). */
  shown(moment: string | number): string
}

export function companyClock(timeZone: string): CompanyClock {
  const clock = localTimeFormatter(timeZone)
  const toField = (moment: string | number) => clock(new Date(moment)).slice(0, 16)
  return {
    timeZone,
    toField,
    fromField: (written) => instantOfLocalTime(written, timeZone).toISOString(),
    dayOf: (moment) => toField(moment).slice(0, 10),
    timeOf: (moment) => toField(moment).slice(11),
    shown: (moment) => {
      const [day = '', time] = toField(moment).split('T')
      const [year, month, date] = day.split('-')
      return `${date}/${month}/${year?.slice(2)} ${time}`
    },
  }
}

export function useCompanyClock(): CompanyClock {
  const { timeZone } = useUser().company
  return useMemo(() => companyClock(timeZone), [timeZone])
}

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
