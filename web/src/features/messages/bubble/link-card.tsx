import type { MessageView } from '@balcao/contract/messages'
import { Link } from 'lucide-react'
import { useTexts } from '../../../lib/i18n/use-texts'
import styles from './link-card.module.css'

/**
 * What the sender's phone told of the page behind a link. The host is the address's own: a title may say anything. The
 * picture came with the message: showing it asks nobody for anything.
 */
export function LinkCard({ preview }: { readonly preview: NonNullable<MessageView['linkPreview']> }) {
  const t = useTexts('messages')
  const { url, title, description, picture } = preview
  const { host } = new URL(url)
  return (
    <a
      className={styles.card}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={t('openLink', { title, host })}
    >
      {picture !== undefined && (
        <img className={styles.picture} src={`data:image/jpeg;base64,${picture}`} alt="" />
      )}
      <span className={styles.told}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        {description !== '' && (
          <span className={styles.description} dir="auto">
            {description}
          </span>
        )}
        <span className={styles.host}>
          <Link size={14} strokeWidth={1.75} aria-hidden />
          <span>{host}</span>
        </span>
      </span>
    </a>
  )
}
