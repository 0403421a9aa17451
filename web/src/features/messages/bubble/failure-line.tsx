import { useTranslation } from 'react-i18next'
import styles from './bubble.module.css'

interface FailureLineProps {
  readonly reason: string
  readonly onRetry: () => void
  readonly onCopy: (() => void) | undefined
  /** Absent where the provider cannot delete messages. */
  readonly onDelete: (() => void) | undefined
}

export function SendFailureLine({ reason, onRetry, onCopy, onDelete }: FailureLineProps) {
  const { t } = useTranslation('messages')
  return (
    <div className={styles.failed}>
      <span>{t('notSent', { reason })}</span>
      <span className={styles.failedActs}>
        <button type="button" onClick={onRetry}>
          {t('common:tryAgain')}
        </button>
        {onCopy !== undefined && (
          <button type="button" onClick={onCopy}>
            {t('copy')}
          </button>
        )}
        {onDelete !== undefined && (
          <button type="button" onClick={onDelete}>
            {t('delete')}
          </button>
        )}
      </span>
    </div>
  )
}
