import type { ConnectionView } from '@balcao/contract/connections'
import {
  Ban,
  CirclePause,
  Clock,
  LoaderCircle,
  type LucideIcon,
  QrCode,
  TriangleAlert,
  Unplug,
  Wifi,
  WifiOff,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, minutesAndSeconds, timeOfDay } from '../../lib/dates'
import { useNow } from '../../lib/timers'
import { Pill } from '../../ui/pill'
import styles from './connections.module.css'
import { HistoryProgress } from './history-progress'
import { situationOf } from './situation'

const icons: Record<string, LucideIcon> = {
  connected: Wifi,
  restricted: TriangleAlert,
  waitingForQr: QrCode,
  pairing: LoaderCircle,
  opening: LoaderCircle,
  noConnection: WifiOff,
  unlinked: Unplug,
  elsewhere: Unplug,
  banned: Ban,
  notScanned: QrCode,
  atRest: CirclePause,
}

/** The state of a connection as a pill, and under it what happened in one sentence. */
export function ConnectionStatus({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  const now = useNow(1_000)
  const { tone, word, sentence } = situationOf(connection, now)
  return (
    <div className={styles.status}>
      <Pill tone={tone} icon={icons[word] ?? Clock}>
        {t(`word.${word}`)}
      </Pill>
      {sentence !== null && <p>{t(sentence, wordsOf(connection, now))}</p>}
      <HistoryProgress connection={connection} now={now} />
    </div>
  )
}

/** What the sentences may speak of. `context` chooses the sentence that knows of it, such as `network_next`. */
function wordsOf(connection: ConnectionView, now: number): Record<string, unknown> {
  const { since, updatedAt, cause, lastTrafficAt, nextAttemptAt, qrExpiresAt, status } = connection
  const context =
    status === 'CONNECTED' && lastTrafficAt !== null ? 'traffic' : nextAttemptAt !== null ? 'next' : undefined
  return {
    context,
    // A restriction comes and goes while the connection stands.
    since: shortMoment(cause === 'restricted' ? updatedAt : since, now),
    traffic: lastTrafficAt === null ? '' : shortMoment(lastTrafficAt, now),
    next: nextAttemptAt === null ? '' : timeOfDay(nextAttemptAt),
    left: qrExpiresAt === null ? '' : minutesAndSeconds((Date.parse(qrExpiresAt) - now) / 1_000),
  }
}

/** The time alone for today. */
function shortMoment(moment: string, now: number): string {
  const isToday = new Date(moment).toDateString() === new Date(now).toDateString()
  return isToday ? timeOfDay(moment) : dateAndTime(moment)
}
