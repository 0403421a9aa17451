import { useTranslation } from 'react-i18next'
import styles from './list-pane.module.css'

/** Tickets without a queue are in no attendant's queue: admins see their count and a link to them (BOT-04). */
export function WithoutQueue({ count, onSee }: { count: number; onSee: () => void }) {
  const { t } = useTranslation('tickets')
  if (count === 0) return null
  return (
    <p className={styles.active}>
      <span>{t('withoutQueue', { count })}</span>
      <button type="button" onClick={onSee}>
        {t('seeWithoutQueue')}
      </button>
    </p>
  )
}
