import type { MessageView } from '@balcao/contract/messages'
import { ImageOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePicture } from '../api/media'
import styles from './media.module.css'
import { stickerBox } from './picture'

/** A sticker without a bubble, neither cropped nor enlarged. */
export function Sticker({ message }: { message: MessageView }) {
  const { t } = useTranslation('messages')
  const { address, hasFailed, retry } = usePicture(message.mediaUrl)
  if (hasFailed) {
    return (
      <button type="button" className={styles.placeholder} style={stickerBox} onClick={retry}>
        <ImageOff size={20} strokeWidth={1.75} aria-hidden />
        {t('pictureFailed')}
      </button>
    )
  }
  return (
    <span className={styles.sticker} style={stickerBox}>
      {address !== undefined && <img src={address} alt={t('kinds.sticker')} />}
    </span>
  )
}
