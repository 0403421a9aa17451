import type { MessageView } from '@balcao/contract/messages'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AudioPlayer } from '../sound/audio-player'
import type { SoundSource } from '../sound/sound-desk'
import styles from './media.module.css'

/** The lowest ack that says that the customer has played the voice message (MESSAGE-02). */
const receivedFrom = 4

export function AudioContent({ message }: { message: MessageView }) {
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

/** The available formats: the original first, for its quality, where the browser can play it. */
function soundSources(mediaUrl: string | null, media: MessageView['media']): readonly SoundSource[] {
  const original = mediaUrl === null || media === null ? [] : [{ url: mediaUrl, mimetype: media.mimetype }]
  const compatible = media?.compatibleUrl ?? null
  if (compatible === null || compatible === mediaUrl) return original
  return [...original, { url: compatible, mimetype: 'audio/mpeg' }]
}
