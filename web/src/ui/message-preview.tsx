import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../lib/dates'
import { FormattedText } from './formatted-text'
import styles from './message-preview.module.css'

interface MessagePreviewProps {
  readonly label: string
  /** As they leave, one below the other: variables are filled, WhatsApp's marks are not drawn yet. */
  readonly messages: readonly string[]
  /** Of a picture that goes with the first message. */
  readonly picture?: string | null
  /** Stands instead of messages when there is none. */
  readonly nothing: string
  readonly now: number
}

/** Messages of the company as its customer sees them on the phone. */
export function MessagePreview({ label, messages, picture = null, nothing, now }: MessagePreviewProps) {
  const { t } = useTranslation()
  return (
    <figure className={styles.preview} aria-label={label}>
      <figcaption>{label}</figcaption>
      <div className={styles.screen} aria-live="polite">
        {messages.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is said first stays first
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
