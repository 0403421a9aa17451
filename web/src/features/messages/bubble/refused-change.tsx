import { useTranslation } from 'react-i18next'
import styles from './bubble.module.css'

interface RefusedChangeProps {
  readonly change: keyof typeof texts
  readonly onRetry: (() => void) | undefined
}

const texts = { edit: 'editRefused', reaction: 'reactions.refused', deletion: 'deletionRefused' } as const

/** Below a message whose edit or deletion WhatsApp refused. */
export function RefusedChange({ change, onRetry }: RefusedChangeProps) {
  const { t } = useTranslation('messages')
  return (
    <div className={styles.failed} role="status">
      <span>{t(texts[change])}</span>
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
