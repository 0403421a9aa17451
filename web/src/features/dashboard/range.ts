import { isIsoDay } from '../../ui/date-text'

/** The parameters of `GET /dashboard`, at least one (DASH-11); days as `2026-11-20`. */
export interface FiguresRange {
  readonly days?: number
  readonly date_from?: string
  readonly date_to?: string
}

export const periodDayCounts = [3, 7, 15, 30, 60, 90] as const

export function monthToDateRange(today: string): FiguresRange {
  return { date_from: `${today.slice(0, 8)}01`, date_to: today }
}

export function readFiguresRange(search: URLSearchParams, today: string): FiguresRange {
  const days = Number(search.get('days'))
  if (periodDayCounts.some((period) => period === days)) return { days }
  const from = dayIn(search, 'date_from')
  const to = dayIn(search, 'date_to')
  if (from === '' && to === '') return monthToDateRange(today)
  return { ...(from !== '' && { date_from: from }), ...(to !== '' && { date_to: to }) }
}

export function figuresRangeParams({ days, date_from, date_to }: FiguresRange): Record<string, string> {
  if (days !== undefined) return { days: String(days) }
  return {
    ...(date_from !== undefined && { date_from }),
    ...(date_to !== undefined && { date_to }),
  }
}

function dayIn(search: URLSearchParams, name: string): string {
  const day = search.get(name) ?? ''
  return isIsoDay(day) ? day : ''
}
