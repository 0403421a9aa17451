import type { TicketId } from '@balcao/domain/ids'
import { Mic, Pause, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useObservable } from '../../../lib/observable'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { IconButton } from '../../../ui/icon-button'

import { useObjectUrl } from '../api/media'
import { SendButton } from '../composer/composer-parts'
import { useSendRecordingSignal } from '../composer/use-typing-signals'
import { AudioPlayer } from '../sound/audio-player'
import { recorderDurationText } from '../sound/clock-words'
import styles from './recorder.module.css'
import type { VoiceRecording, VoiceRecordingState } from './recording'

const barCount = 32

/** The loudness of about the last three seconds, which shows whether the microphone works. */
function LevelMeter({ loudness }: { loudness: readonly number[] }) {
  const { t } = useTranslation('messages')
  const shown = loudness.slice(-barCount)
  const empty = barCount - shown.length
  return (
    <span className={styles.meter}>
      <meter className="sr-only" aria-label={t('recorder.level')} max={100} value={loudness.at(-1) ?? 0} />
      <svg viewBox={`0 0 ${barCount * 4} 28`} preserveAspectRatio="none" aria-hidden>
        {shown.map((level, at) => {
          const height = Math.max(2, (level / 100) * 26)
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a place of the meter, whose bar changes
              key={at}
              x={(empty + at) * 4}
              y={14 - height / 2}
              width={2.4}
              height={height}
              rx={1.2}
            />
          )
        })}
      </svg>
    </span>
  )
}

interface RecorderBarProps {
  readonly ticketId: TicketId
  readonly recording: VoiceRecording
  readonly isBusy: boolean
  readonly onResume: () => void
  readonly onDiscard: () => void
  readonly onSend: () => void
}

/** Discarding a recording of at least this length asks for a confirmation. */
const worthAskingSeconds = 5

/** Replaces the composer's field during a recording (CONVO-13). */
export function RecorderBar(props: RecorderBarProps) {
  const { ticketId, recording, isBusy, onResume, onDiscard, onSend } = props
  const { t } = useTranslation('messages')
  const state = useObservable(recording.state)
  useSendRecordingSignal(ticketId, !state.isPaused)
  const [asks, setAsks] = useState(false)
  const bar = useRef<HTMLFieldSetElement>(null)
  useEffect(() => bar.current?.focus(), [])

  function pauseByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    if (state.isPaused) discard()
    else recording.pause()
  }
  function discard(): void {
    recording.pause()
    if (state.seconds < worthAskingSeconds) onDiscard()
    else setAsks(true)
  }

  return (
    <fieldset
      ref={bar}
      className={styles.bar}
      tabIndex={-1}
      aria-label={t('recorder.name')}
      onKeyDown={pauseByKey}
    >
      <IconButton label={t('recorder.discard')} onClick={discard}>
        <Trash2 size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <div className={styles.middle}>
        {state.isPaused ? (
          <SoFar recording={recording} state={state} />
        ) : (
          <>
            <span className={styles.light} aria-hidden />
            <span className={styles.clock} role="timer" aria-label={t('recorder.time')}>
              {recorderDurationText(state.seconds)}
            </span>
            <LevelMeter loudness={state.loudness} />
          </>
        )}
      </div>
      {state.isFull && <span className={styles.full}>{t('recorder.full')}</span>}
      {!state.isFull &&
        (state.isPaused ? (
          <IconButton label={t('recorder.resume')} disabled={isBusy} onClick={onResume}>
            <Mic size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        ) : (
          <IconButton label={t('recorder.pause')} onClick={() => recording.pause()}>
            <Pause size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        ))}
      <SendButton label={t('recorder.send')} disabled={isBusy} onClick={onSend} />
      {asks && (
        <ConfirmDialog
          title={t('recorder.discardTitle')}
          confirm={t('recorder.discard')}
          destroys
          onConfirm={async () => onDiscard()}
          onClose={() => setAsks(false)}
        >
          {t('recorder.discardMeaning')}
        </ConfirmDialog>
      )}
    </fieldset>
  )
}

function SoFar({ recording, state }: { recording: VoiceRecording; state: VoiceRecordingState }) {
  const { t } = useTranslation('messages')
  const [mp3, setMp3] = useState<Blob | null>(null)
  useEffect(() => {
    let isGone = false
    void recording.soFar().then((blob) => !isGone && setMp3(blob))
    return () => {
      isGone = true
    }
  }, [recording])
  const url = useObjectUrl(mp3)
  const sound = useMemo(
    () => ({ key: `recording ${url}`, sources: [{ url: url ?? '', mimetype: 'audio/mpeg' }] }),
    [url],
  )
  const { seconds, loudness } = state
  if (url === undefined) return <span className={styles.clock}>{recorderDurationText(seconds)}</span>
  return <AudioPlayer sound={sound} seconds={seconds} waveform={loudness} label={t('recorder.listen')} />
}
