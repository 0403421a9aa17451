import type { ChatMessageView } from '@balcao/contract/chats'
import { Download, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatFileSize } from '../../lib/file-size'
import { FormattedText } from '../../ui/formatted-text'
import styles from './chats.module.css'
import { discardOutgoingChatMessage, type OutgoingChatMessage } from './outbox'

export function ChatAttachment({ media }: { media: NonNullable<ChatMessageView['media']> }) {
  const { t } = useTranslation('chats')
  const { url, fileName, mediaType, width, height, sizeBytes } = media
  switch (mediaType) {
    case 'image':
      return (
        <a className={styles.picture} href={url} target="_blank" rel="noopener noreferrer">
          <img
            src={url}
            alt={fileName}
            loading="lazy"
            width={width ?? undefined}
            height={height ?? undefined}
          />
        </a>
      )
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: a colleague's recording has no captions
      return <audio className={styles.sound} controls preload="none" src={url} aria-label={fileName} />
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: as above
      return <video className={styles.video} controls preload="metadata" src={url} aria-label={fileName} />
    default:
      return (
        <a
          className={styles.file}
          href={url}
          download={fileName}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('download', { name: fileName })}
        >
          <FileText size={20} strokeWidth={1.75} aria-hidden />
          <span className={styles.fileText}>
            <span>{fileName}</span>
            <small>{formatFileSize(sizeBytes)}</small>
          </span>
          <Download size={18} strokeWidth={1.75} aria-hidden />
        </a>
      )
  }
}

interface OutgoingChatBubbleProps {
  readonly outgoing: OutgoingChatMessage
  readonly onRetry: () => void
}

/** A message that is being sent or waits, or a failed one with a retry button. */
export function OutgoingChatBubble({ outgoing, onRetry }: OutgoingChatBubbleProps) {
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
