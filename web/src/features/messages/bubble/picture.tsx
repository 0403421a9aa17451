import type { MessageView } from '@balcao/contract/messages'
import { ImageOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textWithoutFormatting } from '../../../ui/whatsapp-text'
import { useFetchedPicture } from '../api/media'
import styles from './media.module.css'

/** The maximum size of a picture in a bubble, in px. */
const room = { width: 320, height: 360 }

const wholeTile = { width: '100%', height: '100%' }

export const stickerDimensions = { width: 160, aspectRatio: '1 / 1' }

/** The box of a picture. It is known before the picture loads, so that nothing moves then. */
export function pictureDimensions(media: MessageView['media']) {
  const { width, height } = media ?? { width: null, height: null }
  if (width === null || height === null || width <= 0 || height <= 0)
    return { width: 240, aspectRatio: '4 / 3' }
  const scale = Math.min(1, room.width / width, room.height / height)
  const shown = Math.max(120, Math.round(width * scale))
  return { width: shown, aspectRatio: `${width} / ${Math.min(height, width * 3)}` }
}

interface PictureProps {
  readonly message: MessageView
  /** The picture fills its container, cropped if necessary, instead of keeping its proportions. */
  readonly fills?: boolean
  readonly name?: string
  readonly onOpen: () => void
}

export function MessagePicture({ message, fills = false, name, onOpen }: PictureProps) {
  const { t } = useTranslation('messages')
  const { address, hasFailed, retry } = useFetchedPicture(message.media?.thumbnailUrl ?? message.mediaUrl)
  const box = fills ? wholeTile : pictureDimensions(message.media)

  if (hasFailed) {
    return (
      <button type="button" className={styles.placeholder} style={box} onClick={retry}>
        <ImageOff size={20} strokeWidth={1.75} aria-hidden />
        {t('pictureFailed')}
      </button>
    )
  }
  return (
    <button
      type="button"
      className={styles.picture}
      style={box}
      onClick={onOpen}
      aria-label={name ?? t('openPicture')}
    >
      {address !== undefined && (
        <img
          src={address}
          alt={message.body === '' ? t('kinds.image') : textWithoutFormatting(message.body)}
        />
      )}
    </button>
  )
}
