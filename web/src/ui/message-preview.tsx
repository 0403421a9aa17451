import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../lib/dates'
import { FormattedText } from './formatted-text'
import styles from './message-preview.module.css'

interface MessagePreviewProps {
  readonly label: string
  readonly messages: readonly string[]
  readonly picture?: string | null
  readonly nothing: string
  readonly now: number
}

export function MessagePreview({ label, messages, picture = null, nothing, now }: MessagePreviewProps) {
  const { t } = useTranslation()
  return (
    <figure className={styles.preview} aria-label={label}>
      <figcaption>{label}</figcaption>
      <div className={styles.screen} aria-live="polite">
        {messages.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the messages is fixed
          <p key={at} className={styles.bubble}>
            {at === 0 && picture !== null && <img src={picture} alt="" />}
            <FormattedText text={text} />
            <time>{timeOfDay(now)}</time>
          </p>
        ))}
        {messages.length === 0 && <p className={styles.nothing}>{nothing}</p>}
      </div>
      <p className={styles.note}>{t('previewIsFor')}</p>
    </figure>
  )
}
