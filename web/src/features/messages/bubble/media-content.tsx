import type { MessageView } from '@balcao/contract/messages'
import {
  CircleAlert,
  ExternalLink,
  History,
  Hourglass,
  ImageOff,
  MapPin,
  Phone,
  Video as VideoIcon,
} from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../../../lib/dates'
import { useFetchedPicture } from '../api/media'
import { readLocationContent, type VcardContact } from '../location-and-vcard'
import { isStickerMessage } from '../message-kind'
import { coordinatesText, readCoordinates } from '../sharing/place'
import { AudioPlayer } from '../sound/audio-player'
import type { SoundSource } from '../sound/sound-desk'
import { ContactCards } from './contact-cards'
import { FileDownloadTile } from './file-tile'
import styles from './media.module.css'
import { MessagePicture, pictureDimensions, stickerDimensions } from './picture'

interface MediaContentProps {
  readonly message: MessageView
  readonly onRetry: () => void
  readonly onOpenPicture: () => void
  readonly onTalkTo: ((contact: VcardContact) => void) | undefined
}

/** Shows what a message has besides text (CONVO-05), such as media or a location: loading, shown, or unavailable. */
export function MediaContent({ message, onRetry, onOpenPicture, onTalkTo }: MediaContentProps) {
  switch (message.mediaType) {
    case null:
      return null
    case 'locationMessage':
      return <LocationCard body={message.body} />
    case 'vcard':
      return <ContactCards body={message.body} onTalkTo={onTalkTo} />
    case 'call_log':
      return <CallLine message={message} />
    default:
      return message.media?.state === 'ready' ? (
        <ReadyMedia message={message} onOpenPicture={onOpenPicture} />
      ) : (
        <AbsentMedia message={message} onRetry={onRetry} />
      )
  }
}

function ReadyMedia({ message, onOpenPicture }: Pick<MediaContentProps, 'message' | 'onOpenPicture'>) {
  const { t } = useTranslation('messages')
  switch (message.mediaType) {
    case 'image':
      return isStickerMessage(message) ? (
        <Sticker message={message} />
      ) : (
        <MessagePicture message={message} onOpen={onOpenPicture} />
      )
    case 'audio':
      return <AudioContent message={message} />
    case 'video':
      return <Video message={message} />
    default: {
      const name = message.media?.fileName ?? t(namelessKind(message.media?.mimetype ?? ''))
      const { sizeBytes = null, pages = null } = message.media ?? {}
      return <FileDownloadTile name={name} sizeBytes={sizeBytes} pages={pages} address={message.mediaUrl} />
    }
  }
}

/** The label of a download without a file name. An audio, video or image type means that the browser can't show it. */
function namelessKind(mimetype: string) {
  if (mimetype.startsWith('audio/')) return 'kinds.brokenAudio'
  if (mimetype.startsWith('video/')) return 'kinds.brokenVideo'
  return mimetype.startsWith('image/') ? 'kinds.brokenImage' : 'kinds.document'
}

function Video({ message: { media, mediaUrl, body } }: { message: MessageView }) {
  const { t } = useTranslation('messages')
  const poster = media?.thumbnailUrl ?? undefined
  return (
    // biome-ignore lint/a11y/useMediaCaption: a customer's video has no captions
    <video
      className={styles.video}
      style={pictureDimensions(media)}
      controls
      playsInline
      preload={poster === undefined ? 'metadata' : 'none'}
      poster={poster}
      src={mediaUrl ?? undefined}
      aria-label={body === '' ? t('kinds.video') : body}
    />
  )
}

const retryable = {
  failed: { Icon: CircleAlert, text: 'mediaFailed', retry: 'common:tryAgain' },
  'no-room': { Icon: CircleAlert, text: 'mediaWithoutRoom', retry: 'common:tryAgain' },
  'not-fetched': { Icon: History, text: 'mediaOfThePast', retry: 'fetchMedia' },
} as const

function AbsentMedia({ message, onRetry }: { message: MessageView; onRetry: () => void }) {
  const { t } = useTranslation('messages')
  const box = boxOf(message)
  const state = message.media?.state
  if (state === 'failed' || state === 'no-room' || state === 'not-fetched') {
    const { Icon, text, retry } = retryable[state]
    return (
      <span className={styles.placeholder} style={box}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
        {t(text)}
        <button type="button" onClick={onRetry}>
          {t(retry)}
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

/** The size to reserve for media that is not loaded yet, so that the rows below do not move when it arrives. */
function boxOf(message: MessageView) {
  if (isStickerMessage(message)) return stickerDimensions
  if (message.mediaType === 'image' || message.mediaType === 'video') return pictureDimensions(message.media)
  return { width: 240 }
}

/** A shared place, with a link to a map (CONVO-07). The page requests no map before a click. */
function LocationCard({ body }: { body: string }) {
  const { t } = useTranslation('messages')
  const { picture, link, description } = readLocationContent(body)
  const point = link === undefined ? undefined : readCoordinates(link)
  const [name = '', ...rest] = description.split('\n').filter((line) => line.trim() !== '')
  return (
    <span className={styles.card}>
      {picture === undefined ? (
        <span className={styles.drawnMap} aria-hidden>
          <MapPin size={32} strokeWidth={2} fill="currentColor" stroke="var(--surface)" />
        </span>
      ) : (
        <img className={styles.map} src={picture} alt="" width={240} height={120} />
      )}
      <span className={styles.cardLine}>
        <MapPin size={18} strokeWidth={1.75} aria-hidden />
        <span>
          <span className={styles.cardName}>{name === '' ? t('kinds.location') : name}</span>
          {rest.length > 0 && <span className={styles.fileFacts}>{rest.join(', ')}</span>}
          {point !== undefined && <span className={styles.fileFacts}>{coordinatesText(point)}</span>}
        </span>
      </span>
      {link !== undefined && (
        <a className={styles.cardAction} href={link} target="_blank" rel="noopener noreferrer nofollow">
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden /> {t('openMap')}
        </a>
      )}
    </span>
  )
}

/** The line of a call (CONVO-08). The message's body is the outcome of the call; empty for a missed call. */
function CallLine({ message }: { message: MessageView }) {
  const { t } = useTranslation('messages')
  const Icon = /v[ií]deo/i.test(message.body) ? VideoIcon : Phone
  return (
    <span className={styles.cardLine}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />{' '}
      {message.body === '' ? t('missedCall', { time: timeOfDay(message.createdAt) }) : message.body}
    </span>
  )
}

function Sticker({ message }: { message: MessageView }) {
  const { t } = useTranslation('messages')
  const { address, hasFailed, retry } = useFetchedPicture(message.mediaUrl)
  if (hasFailed) {
    return (
      <button type="button" className={styles.placeholder} style={stickerDimensions} onClick={retry}>
        <ImageOff size={20} strokeWidth={1.75} aria-hidden />
        {t('pictureFailed')}
      </button>
    )
  }
  return (
    <span className={styles.sticker} style={stickerDimensions}>
      {address !== undefined && <img src={address} alt={t('kinds.sticker')} />}
    </span>
  )
}

/** The customer has played a voice message once its delivery status (`ack`) has reached this value (MESSAGE-02). */
const receivedFrom = 4

function AudioContent({ message }: { message: MessageView }) {
  const { t } = useTranslation('messages')
  const { id, mediaUrl, media, fromMe, ack } = message
  const sound = useMemo(
    () => ({ key: `message ${id}`, sources: soundSources(mediaUrl, media) }),
    [id, mediaUrl, media],
  )
  const isVoice = media?.isVoice ?? false
  const isHeard = fromMe && ack >= receivedFrom
  const label = isVoice ? t('kinds.voice') : (media?.fileName ?? t('kinds.audio'))
  return (
    <>
      {!isVoice && media?.fileName != null && <span className={styles.fileName}>{media.fileName}</span>}
      <AudioPlayer
        sound={sound}
        seconds={media?.seconds ?? null}
        waveform={media?.waveform ?? null}
        label={label}
        voice={isVoice ? (isHeard ? 'heard' : 'unheard') : undefined}
      />
    </>
  )
}

/** The formats to offer: the original, for its quality, and then our MP3 copy, which every browser plays. */
function soundSources(mediaUrl: string | null, media: MessageView['media']): readonly SoundSource[] {
  const original = mediaUrl === null || media === null ? [] : [{ url: mediaUrl, mimetype: media.mimetype }]
  const compatible = media?.compatibleUrl ?? null
  if (compatible === null || compatible === mediaUrl) return original
  return [...original, { url: compatible, mimetype: 'audio/mpeg' }]
}
