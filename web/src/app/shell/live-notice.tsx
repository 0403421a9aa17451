import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../../lib/dates'
import { useLiveState } from '../../lib/live'
import { useElapsed } from '../../lib/timers'
import styles from './notice.module.css'

/** The bar under the top bar while live events do not arrive; short losses do not show. */
export function LiveNotice() {
  const live = useLiveState()
  return live.state === 'lost' ? <LostNotice since={live.since} /> : null
}

function LostNotice({ since }: { since: number }) {
  const { t } = useTranslation('shell')
  const isLong = useElapsed(3_000)
  if (!isLong) return null
  return (
    <div className={styles.notice} role="status">
      <WifiOff size={18} strokeWidth={1.75} aria-hidden />
      <p>
        <b>{t('offlineSince', { time: timeOfDay(since) })}</b> {t('offlineMeaning')}
      </p>
      <button type="button" onClick={() => window.location.reload()}>
        {t('common:reload')}
      </button>
    </div>
  )
}
