import type { ConnectionView } from '@balcao/contract/connections'
import {
  Ban,
  CirclePause,
  Clock,
  Hash,
  History,
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
import { dateAndTime } from '../../lib/dates'
import { useNow } from '../../lib/timers'
import { Pill } from '../../ui/pill'
import styles from './connections.module.css'
import { displayNameStatusText, messagingLimitText, qualityRatingText } from './official-words'
import { connectionSituationOf } from './situation'
import { connectionSituationTextVariables } from './situation-words'

/** In milliseconds: a finished history import is shown for a day. */
const importNoticeMs = 24 * 60 * 60_000

function HistoryProgress({ connection, now }: { connection: ConnectionView; now: number }) {
  const { t } = useTranslation('connections')
  const { history, since, status } = connection
  if (history === null || status === 'qrcode' || status === 'DISCONNECTED') return null
  const isRunning = history.state !== 'done'
  if (!isRunning && now - Date.parse(since) > importNoticeMs) return null
  const Icon = isRunning ? LoaderCircle : History
  return (
    <p className={styles.history} role="status">
      <Icon size={14} strokeWidth={2} aria-hidden />
      {t(history.state === 'none' ? 'history.none' : isRunning ? 'history.running' : 'history.done', {
        count: history.messages,
      })}
    </p>
  )
}

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
  notSetUp: KeyRound,
}

/** In milliseconds: a token that expires within this time shows a warning. */
const foreseenMs = 14 * 24 * 60 * 60_000

function OfficialFacts({ connection: { official }, now }: { connection: ConnectionView; now: number }) {
  const { t } = useTranslation('connections')
  if (official === null) return null
  const { trouble, tokenExpiresAt, webhookVerifiedAt, lastWebhookAt, firstMessageAt } = official
  const expiresSoon = tokenExpiresAt !== null && Date.parse(tokenExpiresAt) - now < foreseenMs
  return (
    <>
      <p>
        {t('official.facts', {
          quality: qualityRatingText(t, official.quality),
          limit: messagingLimitText(t, official.messagingLimit),
          name: displayNameStatusText(t, official.nameStatus),
        })}
      </p>
      {trouble !== null && (
        <p className={styles.hint}>{t(`official.trouble.${trouble.what}`, { detail: trouble.detail })}</p>
      )}
      {official.nameStatus === 'DECLINED' && <p className={styles.hint}>{t('official.nameDeclined')}</p>}
      {webhookVerifiedAt === null && lastWebhookAt === null && (
        <p className={styles.hint}>{t('official.noWebhook')}</p>
      )}
      {webhookVerifiedAt !== null && firstMessageAt === null && (
        <p className={styles.hint}>{t('official.noMessage')}</p>
      )}
      {expiresSoon && (
        <p className={styles.hint}>{t('official.expiresSoon', { moment: dateAndTime(tokenExpiresAt) })}</p>
      )}
    </>
  )
}

export function ConnectionStatus({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  const now = useNow(1_000)
  const { tone, word, sentence } = connectionSituationOf(connection, now)
  const hasNoQueue = connection.status === 'CONNECTED' && connection.queues.length === 0
  return (
    <div className={styles.status}>
      <Pill tone={tone} icon={icons[word] ?? Clock}>
        {t(`word.${word}`)}
      </Pill>
      <p>{t(sentence, connectionSituationTextVariables(connection, now))}</p>
      {hasNoQueue && <p className={styles.hint}>{t('hint.noQueue')}</p>}
      <OfficialFacts connection={connection} now={now} />
      <HistoryProgress connection={connection} now={now} />
    </div>
  )
}
