import { useTranslation } from 'react-i18next'
import styles from './bubble.module.css'

interface RefusedChangeProps {
  readonly change: 'edit' | 'reaction'
  readonly onRetry: (() => void) | undefined
}

/** Below a message whose correction or reaction WhatsApp did not take: what stands above is what the customer sees. */
export function RefusedChange({ change, onRetry }: RefusedChangeProps) {
  const { t } = useTranslation('messages')
  return (
    <div className={styles.failed} role="status">
      <span>{t(change === 'edit' ? 'editRefused' : 'reactions.refused')}</span>
      {onRetry !== undefined && (
        <span className={styles.failedActs}>
          <button type="button" onClick={onRetry}>
            {t('common:tryAgain')}
          </button>
        </span>
      )}
    </div>
  )
}
