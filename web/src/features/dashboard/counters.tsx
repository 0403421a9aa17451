import type { DashboardFigures } from '@balcao/contract/dashboard'
import { CircleCheck, Clock, Headset, Hourglass, type LucideIcon, Timer, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shortDuration } from '../../lib/short-duration'
import { useNow } from '../../lib/timers'
import styles from './dashboard.module.css'
import { formatMeanAttendanceTime } from './duration'
import { HelpTip } from './help-tip'

type Counter = keyof DashboardFigures['counters']

const cards: readonly { readonly counter: Counter; readonly icon: LucideIcon; readonly isTime?: true }[] = [
  { counter: 'supportPending', icon: Hourglass },
  { counter: 'supportHappening', icon: Headset },
  { counter: 'supportFinished', icon: CircleCheck },
  { counter: 'leads', icon: UserPlus },
  { counter: 'avgSupportTime', icon: Clock, isTime: true },
  { counter: 'avgWaitTime', icon: Timer, isTime: true },
]

export function DashboardCounters({ counters, now }: Pick<DashboardFigures, 'counters' | 'now'>) {
  const { t, i18n } = useTranslation('dashboard')
  const notes = useNotes(now)
  const numbers = new Intl.NumberFormat(i18n.language)
  return (
    <ul className={styles.counters} aria-label={t('figures')}>
      {cards.map(({ counter, icon: Icon, isTime = false }) => {
        const name = t(`counters.${counter}.name`)
        return (
          <li key={counter} className={styles.card}>
            <p className={styles.kind}>
              <Icon size={16} strokeWidth={1.75} aria-hidden /> {name}
            </p>
            <p className={styles.value}>
              {isTime
                ? formatMeanAttendanceTime(counters[counter], counters.supportFinished)
                : numbers.format(counters[counter])}
            </p>
            <p className={styles.note}>{notes[counter] ?? t(`counters.${counter}.note`)}</p>
            <HelpTip what={name}>{t(`counters.${counter}.meaning`)}</HelpTip>
          </li>
        )
      })}
    </ul>
  )
}

function useNotes({ oldestWaitAt, attending, finishedToday }: DashboardFigures['now']) {
  const { t } = useTranslation('dashboard')
  const moment = useNow(60_000)
  const waited =
    oldestWaitAt === null ? 0 : Math.max(0, Math.floor((moment - Date.parse(oldestWaitAt)) / 60_000))
  const notes: Partial<Record<Counter, string>> = {}
  if (oldestWaitAt !== null) notes.supportPending = t('oldestWait', { duration: shortDuration(waited) })
  if (attending > 0) notes.supportHappening = t('attending', { count: attending })
  if (finishedToday > 0) notes.supportFinished = t('finishedToday', { count: finishedToday })
  return notes
}
