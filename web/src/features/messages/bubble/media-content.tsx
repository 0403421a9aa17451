import type { MessageView } from '@balcao/contract/messages'
import { CircleAlert, Hourglass, MapPin, PhoneMissed, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../../../lib/dates'
import { readLocation, readVcard, type SharedContact } from '../location-and-vcard'
import { FileTile } from './file-tile'
import styles from './media.module.css'
import { Picture, pictureBox } from './picture'

interface MediaContentProps {
  readonly message: MessageView
  readonly onRetry: () => void
  readonly onTalkTo: ((contact: SharedContact) => void) | undefined
}

/** What a message holds besides words (CONVO-05): shown, on its way, or not to be had. */
export function MediaContent({ message, onRetry, onTalkTo }: MediaContentProps) {
  const { t } = useTranslation('messages')
  switch (message.mediaType) {
    case null:
      return null
    case 'locationMessage':
      return <Location body={message.body} />
    case 'vcard':
      return <Vcard body={message.body} onTalkTo={onTalkTo} />
    case 'call_log':
      return (
        <span className={styles.cardLine}>
          <PhoneMissed size={18} strokeWidth={1.75} aria-hidden />{' '}
          {t('missedCall', { time: timeOfDay(message.createdAt) })}
        </span>
      )
    default:
      return message.media?.state === 'ready' ? (
        <ReadyMedia message={message} />
      ) : (
        <AbsentMedia message={message} onRetry={onRetry} />
      )
  }
}

function ReadyMedia({ message }: { message: MessageView }) {
  const { t } = useTranslation('messages')
  const address = message.mediaUrl ?? undefined
  switch (message.mediaType) {
    case 'image':
      return <Picture message={message} />
    case 'audio':
      return (
        // biome-ignore lint/a11y/useMediaCaption: a customer's voice message has no captions
        <audio
          className={styles.player}
          controls
          preload="none"
          src={address}
          aria-label={t('kinds.audio')}
        />
      )
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: a customer's video has no captions
        <video
          className={styles.player}
          style={pictureBox(message.media)}
          controls
          preload="metadata"
          src={address}
          aria-label={t('kinds.video')}
        />
      )
    default: {
      const name = message.media?.fileName ?? t('kinds.document')
      return <FileTile name={name} sizeBytes={message.media?.sizeBytes ?? null} address={message.mediaUrl} />
    }
  }
}

function AbsentMedia({ message, onRetry }: { message: MessageView; onRetry: () => void }) {
  const { t } = useTranslation('messages')
  const box =
    message.mediaType === 'image' || message.mediaType === 'video'
      ? pictureBox(message.media)
      : { width: 240 }
  if (message.media?.state === 'failed') {
    return (
      <span className={styles.placeholder} style={box}>
        <CircleAlert size={20} strokeWidth={1.75} aria-hidden />
        {t('mediaFailed')}
        <button type="button" onClick={onRetry}>
          {t('common:tryAgain')}
        </button>
      </span>
    )
  }
  return (
    <span className={styles.placeholder} style={box} role="status">
      <Hourglass size={20} strokeWidth={1.75} aria-hidden />
      {t('mediaOnItsWay')}
    </span>
  )
}

function Location({ body }: { body: string }) {
  const { t } = useTranslation('messages')
  const { picture, link, description } = readLocation(body)
  return (
    <span className={styles.card}>
      {picture !== undefined && <img className={styles.map} src={picture} alt="" width={240} />}
      <span className={styles.cardLine}>
        <MapPin size={18} strokeWidth={1.75} aria-hidden />{' '}
        {description === '' ? t('kinds.location') : description}
      </span>
      {link !== undefined && (
        <a className={styles.cardAction} href={link} target="_blank" rel="noopener noreferrer nofollow">
          {t('openMap')}
        </a>
      )}
    </span>
  )
}

function Vcard({
  body,
  onTalkTo,
}: {
  body: string
  onTalkTo: ((contact: SharedContact) => void) | undefined
}) {
  const { t } = useTranslation('messages')
  const contact = readVcard(body)
  return (
    <span className={styles.card}>
      <span className={styles.cardLine}>
        <UserRound size={18} strokeWidth={1.75} aria-hidden />
        <span>
          <span className={styles.fileName}>{contact.name}</span>
          <span className={styles.fileFacts}>{contact.number}</span>
        </span>
      </span>
      {onTalkTo !== undefined && contact.number !== '' && (
        <button type="button" className={styles.cardAction} onClick={() => onTalkTo(contact)}>
          {t('talkTo')}
        </button>
      )}
    </span>
  )
}
