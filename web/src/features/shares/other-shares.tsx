import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { timeOfDay } from '../../lib/dates'
import type { WaitingShare } from './kept-shares'
import styles from './shares.module.css'

/** What was shared before and waits too: each by itself, never mixed with the one that is shown. */
export function OtherShares({ shares }: { shares: readonly WaitingShare[] }) {
  const { t } = useTranslation('shares')
  if (shares.length === 0) return null
  return (
    <p className={styles.others}>
      {t('alsoWait', { count: shares.length })}
      {shares.map(({ id, at }) => (
        <Link key={id} to={`/share?id=${id}`}>
          {t('ofTime', { time: timeOfDay(at) })}
        </Link>
      ))}
    </p>
  )
}
