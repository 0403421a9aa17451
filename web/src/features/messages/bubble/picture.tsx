import type { MessageView } from '@balcao/contract/messages'
import { ImageOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { wordsAlone } from '../../../ui/whatsapp-text'
import { usePicture } from '../api/media'
import styles from './media.module.css'

/** Width and height at most, in px. */
const room = { width: 320, height: 360 }

const wholeTile = { width: '100%', height: '100%' }

export const stickerBox = { width: 160, aspectRatio: '1 / 1' }

/** The box a picture will fill, known before it is there, so that nothing moves when it comes. */
export function pictureBox(media: Pick<NonNullable<MessageView['media']>, 'width' | 'height'> | null): {
  readonly width: number
  readonly aspectRatio: string
} {
  const { width, height } = media ?? { width: null, height: null }
  if (width === null || height === null || width <= 0 || height <= 0)
    return { width: 240, aspectRatio: '4 / 3' }
  const scale = Math.min(1, room.width / width, room.height / height)
  const shown = Math.max(120, Math.round(width * scale))
  return { width: shown, aspectRatio: `${width} / ${Math.min(height, width * 3)}` }
}

interface PictureProps {
  readonly message: MessageView
  /** Fills what holds it, cut where it must, instead of the box of its own form. */
  readonly fills?: boolean
  /** What opening it is called, where it is one of several. */
  readonly name?: string
  readonly onOpen: () => void
}

/** A picture in its bubble, small where there is a small one; a click or Enter opens it whole in the viewer. */
export function Picture({ message, fills = false, name, onOpen }: PictureProps) {
  const { t } = useTranslation('messages')
  const { address, hasFailed, retry } = usePicture(message.media?.thumbnailUrl ?? message.mediaUrl)
  const box = fills ? wholeTile : pictureBox(message.media)

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
        <img src={address} alt={message.body === '' ? t('kinds.image') : wordsAlone(message.body)} />
      )}
    </button>
  )
}
