import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '../../ui/formatted-text'
import styles from './chats.module.css'
import { discardOutgoingChatMessage, type OutgoingChatMessage } from './outbox'

export function OutgoingChatBubble({
  outgoing,
  onRetry,
}: {
  outgoing: OutgoingChatMessage
  onRetry: () => void
}) {
  const { t } = useTranslation('chats')
  const { message, file, state, progress, clientId } = outgoing
  return (
    <article className={styles.line} data-mine="true">
      <div className={styles.bubble} data-mine="true" data-waiting={state !== 'failed'}>
        {file !== null && (
          <span className={styles.file}>
            <FileText size={20} strokeWidth={1.75} aria-hidden />
            <span className={styles.fileText}>
              <span>{file.name}</span>
              {state === 'sending' && (
                <progress value={progress} max={1} aria-label={t('uploading', { name: file.name })} />
              )}
            </span>
          </span>
        )}
        {message !== '' && (
          <div className={styles.words}>
            <FormattedText text={message} />
          </div>
        )}
        {state !== 'failed' ? (
          <span className={styles.said}>{t('sending')}</span>
        ) : (
          <span className={styles.failed} role="alert">
            {t('notSent')}
            <button type="button" onClick={onRetry}>
              {t('tryAgain')}
            </button>
            <button type="button" onClick={() => discardOutgoingChatMessage(clientId)}>
              {t('discard')}
            </button>
          </span>
        )}
      </div>
    </article>
  )
}
