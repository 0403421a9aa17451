import { dayOf } from '@balcao/domain/days'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '../../lib/session'
import { minute, useNow } from '../../lib/timers'
import { Page } from '../../ui/page'
import styles from './dashboard.module.css'
import { DueDateCard } from './due-date-card'
import { Figures } from './figures'
import { FilterBar } from './filter-bar'
import { HoursCard } from './hours-card'
import { rangeIn, searchOf } from './range'
import { useFiguresSubscription } from './use-figures-subscription'

/** The dashboard of a company, for its admins (DASH-01 to DASH-14). Its range lives in the URL. */
export default function DashboardPage({ above }: { above?: ReactNode }) {
  const { timeZone } = useUser().company
  const now = useNow(minute)
  const today = dayOf(new Date(now), timeZone)
  const [search, setSearch] = useSearchParams()
  const range = rangeIn(search, today)
  useFiguresSubscription()

  return (
    <Page>
      {above}
      <div className={styles.top}>
        <DueDateCard now={now} />
        <HoursCard now={now} today={today} />
      </div>
      <FilterBar range={range} onFilter={(chosen) => setSearch(searchOf(chosen))} />
      <Figures range={range} today={today} />
    </Page>
  )
}
