import type { MessageView } from '@balcao/contract/messages'
import { Link } from 'lucide-react'
import { useTexts } from '../../../lib/i18n/use-texts'
import styles from './link-card.module.css'

/** What the sender's phone told of the page behind a link. The host is the address's own: a title may say anything. */
export function LinkCard({ preview }: { readonly preview: NonNullable<MessageView['linkPreview']> }) {
  const t = useTexts('messages')
  const { url, title, description } = preview
  const { host } = new URL(url)
  return (
    <a
      className={styles.card}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={t('openLink', { title, host })}
    >
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
    </a>
  )
}
