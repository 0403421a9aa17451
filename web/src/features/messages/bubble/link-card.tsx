import type { MessageView } from '@balcao/contract/messages'
import { Link } from 'lucide-react'
import { useTexts } from '../../../lib/i18n/use-texts'
import styles from './link-card.module.css'

/** The link preview that the sender's phone made. The host comes from the link, since a title may claim any host. */
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
      <span className={styles.facts}>
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
