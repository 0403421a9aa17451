import { useTranslation } from 'react-i18next'
import { useHasElapsed } from '../../lib/timers'
import styles from './dashboard.module.css'

/** Reserves the space of loading content; grey after 150 ms, so that quick answers do not flash. */
export function LoadingPlaceholder({ height }: { height: number }) {
  const { t } = useTranslation()
  const isSlow = useHasElapsed(150)
  return (
    <div role="status" className={isSlow ? styles.placeholder : undefined} style={{ height }}>
      <span className="sr-only">{t('loading')}</span>
    </div>
  )
}
