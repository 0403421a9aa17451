import type { ConnectionView } from '@balcao/contract/connections'
import {
  Ban,
  CirclePause,
  Clock,
  Hash,
  KeyRound,
  LoaderCircle,
  type LucideIcon,
  QrCode,
  ShieldAlert,
  TriangleAlert,
  Unplug,
  Wifi,
  WifiOff,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/timers'
import { Pill } from '../../ui/pill'
import styles from './connections.module.css'
import { HistoryProgress } from './history-progress'
import { hintOf, situationOf } from './situation'
import { wordsOf } from './situation-words'

const icons: Record<string, LucideIcon> = {
  connected: Wifi,
  restricted: TriangleAlert,
  waitingForQr: QrCode,
  waitingForLetters: Hash,
  pairing: LoaderCircle,
  opening: LoaderCircle,
  noConnection: WifiOff,
  unlinked: Unplug,
  elsewhere: Unplug,
  banned: Ban,
  notScanned: QrCode,
  atRest: CirclePause,
  passkeyAsked: KeyRound,
  notLinked: Unplug,
  identityCheck: ShieldAlert,
  loginRefused: Ban,
}

/** The state of a connection as a pill, and one sentence with its cause and remedy. */
export function ConnectionStatus({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  const now = useNow(1_000)
  const { tone, word, sentence } = situationOf(connection, now)
  const hint = hintOf(connection)
  return (
    <div className={styles.status}>
      <Pill tone={tone} icon={icons[word] ?? Clock}>
        {t(`word.${word}`)}
      </Pill>
      {sentence !== null && <p>{t(sentence, wordsOf(connection, now))}</p>}
      {hint !== null && <p className={styles.hint}>{t(`hint.${hint}`)}</p>}
      <HistoryProgress connection={connection} now={now} />
    </div>
  )
}
