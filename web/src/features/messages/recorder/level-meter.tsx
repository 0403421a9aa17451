import { useTranslation } from 'react-i18next'
import styles from './recorder.module.css'

const barCount = 32

/** The loudness of about the last three seconds: whether the microphone works. */
export function LevelMeter({ loudness }: { loudness: readonly number[] }) {
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
