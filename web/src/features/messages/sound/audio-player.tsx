import { Mic, Pause, Play } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './audio-player.module.css'
import { playbackTimeText } from './clock-words'
import {
  cyclePlaybackSpeed,
  type PlayableSound,
  pauseSound,
  playSound,
  seekSound,
  usePlaybackSpeed,
  useSoundPlaybackState,
} from './sound-desk'

interface AudioPlayerProps {
  readonly sound: PlayableSound
  /** The length that the message states, shown until the browser has read the length of the file. */
  readonly seconds: number | null
  readonly waveform: readonly number[] | null
  /** The label for screen readers: voice message, recording, or file name. */
  readonly label: string
  /** `heard`: the contact has played our voice message. Undefined for sounds that are no voice message. */
  readonly voice?: 'unheard' | 'heard' | undefined
}

const barCount = 40
const stepSeconds = 5

export function AudioPlayer({ sound, seconds, waveform, label, voice }: AudioPlayerProps) {
  const { t } = useTranslation('messages')
  const state = useSoundPlaybackState(sound.key)
  const length = state.length ?? seconds ?? 0
  const Icon = state.isPlaying ? Pause : Play
  return (
    <fieldset className={styles.player} aria-label={label}>
      <button
        type="button"
        className={styles.play}
        aria-label={t(state.isPlaying ? 'sound.pause' : 'sound.play')}
        onClick={() => (state.isPlaying ? pauseSound() : playSound(sound))}
      >
        <Icon size={18} strokeWidth={2} fill="currentColor" aria-hidden />
      </button>
      <span className={styles.middle}>
        <Track sound={sound} position={state.position} length={length} waveform={waveform} />
        <span className={styles.times}>
          {voice !== undefined && (
            <Mic
              className={styles.mic}
              data-heard={voice === 'heard'}
              size={13}
              strokeWidth={2}
              role="img"
              aria-label={t(voice === 'heard' ? 'sound.heard' : 'sound.voice')}
            />
          )}
          {state.hasFailed ? (
            <span role="alert">{t('sound.failed')}</span>
          ) : (
            <TimeWords position={state.position} length={length} isOnDesk={state.isOnDesk} />
          )}
        </span>
      </span>
      <SpeedButton />
    </fieldset>
  )
}

function TimeWords({ position, length, isOnDesk }: { position: number; length: number; isOnDesk: boolean }) {
  if (!isOnDesk && position === 0) return <span>{length > 0 ? playbackTimeText(length) : '–:––'}</span>
  return (
    <span>
      {playbackTimeText(position)}
      {length > 0 && ` / ${playbackTimeText(length)}`}
    </span>
  )
}

function SpeedButton() {
  const { t, i18n } = useTranslation('messages')
  const speed = usePlaybackSpeed()
  const words = `${speed.toLocaleString(i18n.language)}×`
  return (
    <button
      type="button"
      className={styles.speed}
      aria-label={t('sound.speed', { speed: words })}
      onClick={cyclePlaybackSpeed}
    >
      {words}
    </button>
  )
}

interface TrackProps extends Pick<AudioPlayerProps, 'sound' | 'waveform'> {
  readonly position: number
  readonly length: number
}

/** The waveform, which is also the slider for seeking by a click or the arrow keys. */
function Track({ sound, position, length, waveform }: TrackProps) {
  const { t } = useTranslation('messages')
  const bars = useMemo(() => waveformBarsOf(waveform, barCount), [waveform])
  const share = length > 0 ? Math.min(1, position / length) : 0
  const seek = (seconds: number) => seekSound(sound, Math.max(0, Math.min(length, seconds)))

  function seekByKey(event: KeyboardEvent): void {
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: position + stepSeconds,
      ArrowUp: position + stepSeconds,
      ArrowLeft: position - stepSeconds,
      ArrowDown: position - stepSeconds,
      Home: 0,
      End: length,
    }
    const target = targets[event.key]
    if (target === undefined || length === 0) return
    event.preventDefault()
    event.stopPropagation()
    seek(target)
  }
  function seekByClick({ currentTarget, clientX }: MouseEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0) seek(((clientX - left) / width) * length)
  }

  return (
    <span
      className={styles.track}
      role="slider"
      tabIndex={0}
      aria-label={t('sound.place')}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(position)}
      aria-valuetext={t('sound.placeWords', {
        position: playbackTimeText(position),
        length: playbackTimeText(length),
      })}
      onKeyDown={seekByKey}
      onClick={seekByClick}
      // A double click that reached the bubble would begin a reply.
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <svg viewBox={`0 0 ${barCount * 4} 28`} preserveAspectRatio="none" aria-hidden>
        {bars.map((loudness, bar) => {
          const height = Math.max(3, (loudness / 100) * 26)
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change their order
              key={bar}
              x={bar * 4}
              y={14 - height / 2}
              width={2.4}
              height={height}
              rx={1.2}
              data-played={(bar + 0.5) / barCount <= share}
            />
          )
        })}
      </svg>
    </span>
  )
}

/** Reduces loudness values of 0 to 100 to `count` bars, each the maximum of its part. */
export function waveformBarsOf(waveform: readonly number[] | null, count: number): readonly number[] {
  if (waveform === null || waveform.length === 0) return Array.from({ length: count }, () => 12)
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * waveform.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * waveform.length) / count))
    return Math.max(...waveform.slice(from, to))
  })
}
