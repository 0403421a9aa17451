import type { ConnectionView } from '@balcao/contract/connections'
import { History, LoaderCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './connections.module.css'

/** A finished import is shown for a day. */
const newsFor = 24 * 60 * 60_000

/** The progress of the history that this linking asked for: the number of messages, and whether more follow. */
export function HistoryProgress({ connection, now }: { connection: ConnectionView; now: number }) {
  const { t } = useTranslation('connections')
  const { history, since, status } = connection
  if (history === null || status === 'qrcode' || status === 'DISCONNECTED') return null
  const isRunning = history.state !== 'done'
  if (!isRunning && now - Date.parse(since) > newsFor) return null
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
