import { dayOf } from '@balcao/domain/days'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { throttle } from '../../lib/at-most-every'
import { useLive } from '../../lib/live'
import { useUser } from '../../lib/session'
import { minuteMs, useNow } from '../../lib/timers'
import { Page } from '../../ui/page'
import { dashboardKey } from './api/figures'
import styles from './dashboard.module.css'
import { DueDateCard } from './due-date-card'
import { DashboardFigures } from './figures'
import { FilterBar } from './filter-bar'
import { TicketsByHourCard } from './hours-card'
import { rangeParams, readRange } from './range'

const minRefetchMs = 10_000

/**
 * Refetches the figures when a ticket, a contact or a user changes, at most every ten seconds, because a busy
 * company causes many events. `providers.tsx` refetches everything after a reconnect.
 */
function useFiguresSubscription(): void {
  const queries = useQueryClient()
  const reload = useRef<() => void>(() => undefined)
  useEffect(() => {
    const paced = throttle(minRefetchMs, () => void queries.invalidateQueries({ queryKey: [dashboardKey] }))
    reload.current = paced.call
    return paced.stop
  }, [queries])

  useLive('ticket', ({ action }) => {
    // `updateUnread` reports read messages, which the figures do not count.
    if (action !== 'updateUnread') reload.current()
  })
  useLive('contact', () => reload.current())
  useLive('user', () => reload.current()) // A `user` event also reports presence, which the table shows.
}

/** The dashboard of a company, for its admins (DASH-01 to DASH-14). Its range lives in the URL. */
export default function DashboardPage({ above }: { above?: ReactNode }) {
  const { timeZone } = useUser().company
  const now = useNow(minuteMs)
  const today = dayOf(new Date(now), timeZone)
  const [search, setSearch] = useSearchParams()
  const range = readRange(search, today)
  useFiguresSubscription()

  return (
    <Page>
      {above}
      <div className={styles.top}>
        <DueDateCard now={now} />
        <TicketsByHourCard now={now} today={today} />
      </div>
      <FilterBar range={range} onFilter={(chosen) => setSearch(rangeParams(chosen))} />
      <DashboardFigures range={range} today={today} />
    </Page>
  )
}
