import { dayOf } from '@balcao/domain/days'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { throttle } from '../../lib/at-most-every'
import { useLiveEvent } from '../../lib/live'
import { useUser } from '../../lib/session'
import { minuteMs, useNow } from '../../lib/timers'
import { PageLayout } from '../../ui/page'
import { dashboardQueryKey } from './api/figures'
import styles from './dashboard.module.css'
import { SubscriptionDueDateCard } from './due-date-card'
import { DashboardFiguresSection } from './figures'
import { DashboardFilterBar } from './filter-bar'
import { TicketsByHourCard } from './hours-card'
import { figuresRangeParams, readFiguresRange } from './range'

const minRefetchMs = 10_000

/** Refetches at most every ten seconds, because a busy company causes many events. */
function useFiguresSubscription(): void {
  const queries = useQueryClient()
  const reload = useRef<() => void>(() => undefined)
  useEffect(() => {
    const paced = throttle(
      minRefetchMs,
      () => void queries.invalidateQueries({ queryKey: [dashboardQueryKey] }),
    )
    reload.current = paced.call
    return paced.stop
  }, [queries])

  useLiveEvent('ticket', ({ action }) => {
    // `updateUnread` reports read messages, which the figures do not count.
    if (action !== 'updateUnread') reload.current()
  })
  useLiveEvent('contact', () => reload.current())
  useLiveEvent('user', () => reload.current()) // A `user` event also reports presence, which the table shows.
}

export default function DashboardPage({ above }: { above?: ReactNode }) {
  const { timeZone } = useUser().company
  const now = useNow(minuteMs)
  const today = dayOf(new Date(now), timeZone)
  const [search, setSearch] = useSearchParams()
  const range = readFiguresRange(search, today)
  useFiguresSubscription()

  return (
    <PageLayout>
      {above}
      <div className={styles.top}>
        <SubscriptionDueDateCard now={now} />
        <TicketsByHourCard now={now} today={today} />
      </div>
      <DashboardFilterBar range={range} onFilter={(chosen) => setSearch(figuresRangeParams(chosen))} />
      <DashboardFiguresSection range={range} today={today} />
    </PageLayout>
  )
}
