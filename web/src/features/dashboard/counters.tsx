import type { FiguresView } from '@balcao/contract/dashboard'
import { CircleCheck, Clock, Headset, Hourglass, type LucideIcon, Timer, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './dashboard.module.css'
import { meanTime } from './duration'
import { HelpTip } from './help-tip'

type Counter = keyof FiguresView['counters']

const cards: readonly { readonly counter: Counter; readonly icon: LucideIcon; readonly isTime?: true }[] = [
  { counter: 'supportPending', icon: Hourglass },
  { counter: 'supportHappening', icon: Headset },
  { counter: 'supportFinished', icon: CircleCheck },
  { counter: 'leads', icon: UserPlus },
  { counter: 'avgSupportTime', icon: Clock, isTime: true },
  { counter: 'avgWaitTime', icon: Timer, isTime: true },
]

/** DASH-08, each with what it means. */
export function Counters({ counters }: Pick<FiguresView, 'counters'>) {
  const { t, i18n } = useTranslation('dashboard')
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
                ? meanTime(counters[counter], counters.supportFinished)
                : numbers.format(counters[counter])}
            </p>
            <p className={styles.note}>{t(`counters.${counter}.note`)}</p>
            <HelpTip what={name}>{t(`counters.${counter}.meaning`)}</HelpTip>
          </li>
        )
      })}
    </ul>
  )
}
