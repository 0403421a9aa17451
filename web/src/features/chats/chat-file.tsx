import type { ChatMessageView } from '@balcao/contract/chats'
import { Download, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatFileSize } from '../../lib/file-size'
import styles from './chats.module.css'

export function ChatFile({ media }: { media: NonNullable<ChatMessageView['media']> }) {
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
