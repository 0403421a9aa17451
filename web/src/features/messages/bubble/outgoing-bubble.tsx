import { isUpToThreeEmoji } from '@balcao/domain/messages'
import { MapPin, UserRound } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../../../lib/dates'
import { errorText } from '../../../lib/error-text'
import { FormattedText } from '../../../ui/formatted-text'
import { AckTicks } from '../../../ui/ticks'
import { useObjectUrl } from '../api/media'
import type { BubbleGrouping } from '../conversation-rows'
import { discardOutgoingMessage, retryOutgoingMessage } from '../outbox'
import { type OutgoingMessage, outgoingFileOf, uploadKindOfFile } from '../outgoing'
import { coordinatesText } from '../sharing/place'
import { AudioPlayer } from '../sound/audio-player'
import styles from './bubble.module.css'
import { MessageFailureLine } from './bubble-parts'

import { FileDownloadTile } from './file-tile'
import media from './media.module.css'
import { QuotedMessage } from './quote'

interface OutgoingBubbleProps extends Omit<BubbleGrouping, 'key'> {
  readonly outgoing: OutgoingMessage
  readonly onCopy: (text: string) => void
}

/** A message that the server has not stored yet. Shows a clock, the upload progress, or why it was refused. */
export function OutgoingBubble({ outgoing, joinsPrevious, joinsNext, onCopy }: OutgoingBubbleProps) {
  const { t } = useTranslation('messages')
  const { body, content, state, quoted, at } = outgoing
  const file = outgoingFileOf(outgoing)
  return (
    <div className={styles.line} data-mine data-joined={joinsPrevious}>
      <article
        className={styles.bubble}
        data-mine
        data-last={!joinsNext}
        data-media={content.kind === 'file'}
        aria-label={t('spoken', { sender: t('you'), time: timeOfDay(at) })}
      >
        {quoted !== null && <QuotedMessage quoted={quoted} />}
        <OutgoingMedia outgoing={outgoing} />
        {body !== '' && (
          <div className={styles.words}>
            <span data-emoji={isUpToThreeEmoji(body)}>
              <FormattedText text={body} />
            </span>
          </div>
        )}
        {file !== null && state.step === 'sending' && (
          <Progress share={state.progress ?? 0} clientId={outgoing.clientId} />
        )}
        <span className={styles.meta}>
          <time dateTime={at}>{timeOfDay(at)}</time>
          {state.step !== 'refused' && <AckTicks ack={0} />}
        </span>
      </article>
      {state.step === 'refused' && (
        <MessageFailureLine
          text={t('notSent', { reason: errorText(state.error, t) })}
          onRetry={() => retryOutgoingMessage(outgoing)}
          onCopy={body === '' ? undefined : () => onCopy(body)}
          onDelete={() => discardOutgoingMessage(outgoing.clientId)}
        />
      )}
    </div>
  )
}

function OutgoingMedia({ outgoing }: { outgoing: OutgoingMessage }) {
  const { content } = outgoing
  switch (content.kind) {
    case 'text':
      return null
    case 'file':
      return <OutgoingFile file={content.file} />
    case 'voice':
      return <OutgoingVoice file={content.file} clientId={outgoing.clientId} />
    case 'place':
      return (
        <span className={media.cardLine}>
          <MapPin size={18} strokeWidth={1.75} aria-hidden />
          {content.place.name === '' ? coordinatesText(content.place) : content.place.name}
        </span>
      )
    case 'contacts':
      return (
        <span className={media.cardLine}>
          <UserRound size={18} strokeWidth={1.75} aria-hidden />
          {content.contacts.map(({ name }) => name).join(', ')}
        </span>
      )
  }
}

function OutgoingVoice({ file, clientId }: { file: File; clientId: string }) {
  const { t } = useTranslation('messages')
  const url = useObjectUrl(file) ?? ''
  const sound = useMemo(
    () => ({ key: `outgoing ${clientId}`, sources: [{ url, mimetype: file.type }] }),
    [clientId, url, file.type],
  )
  return <AudioPlayer sound={sound} seconds={null} waveform={null} label={t('kinds.voice')} voice="unheard" />
}

function OutgoingFile({ file }: { file: File }) {
  const isPicture = uploadKindOfFile(file) === 'image'
  const address = useObjectUrl(isPicture ? file : null)
  if (!isPicture) return <FileDownloadTile name={file.name} sizeBytes={file.size} />
  return (
    <span className={media.picture} style={{ width: 240, aspectRatio: '4 / 3' }}>
      {address !== undefined && <img src={address} alt={file.name} />}
    </span>
  )
}

function Progress({ share, clientId }: { share: number; clientId: string }) {
  const { t } = useTranslation('messages')
  return (
    <span className={styles.progress}>
      <progress max={1} value={share} aria-label={t('uploading')} />
      {Math.round(share * 100)}%
      <button type="button" onClick={() => discardOutgoingMessage(clientId)}>
        {t('common:cancel')}
      </button>
    </span>
  )
}
