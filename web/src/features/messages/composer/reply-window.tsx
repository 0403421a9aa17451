import type { TicketView } from '@balcao/contract/tickets'
import { capabilitiesOf } from '@balcao/domain/providers'
import { Clock, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConnections } from '../../../lib/lists/connections'
import { useNow } from '../../../lib/timers'
import styles from './composer.module.css'

/** Often enough for minutes; a window that has closed refuses at the server anyway. */
const lookAgainMs = 15_000
const minuteMs = 60_000

/** The milliseconds that free messages may still be sent; null: always. */
export function useReplyWindow({ whatsapp, replyUntil }: TicketView): number | null {
  const now = useNow(lookAgainMs)
  if (capabilitiesOf(whatsapp?.provider ?? '').replyWindowHours === null) return null
  return replyUntil === null ? 0 : Math.max(0, Date.parse(replyUntil) - now)
}

/** Shows over which connection the answer goes, where the company has several. */
export function OverLine({ ticket: { whatsapp } }: { readonly ticket: TicketView }) {
  const { t } = useTranslation('messages')
  const { data: connections = [] } = useConnections()
  if (whatsapp === null || connections.length < 2) return null
  return (
    <p className={styles.window}>
      <Smartphone size={14} strokeWidth={1.75} aria-hidden />
      {t('window.over', { name: whatsapp.name })}
    </p>
  )
}

/** Shows what is left of an open window, and over which number the answer goes. */
export function WindowLine({ ticket, leftMs }: { readonly ticket: TicketView; readonly leftMs: number }) {
  const { t } = useTranslation('messages')
  const minutes = Math.ceil(leftMs / minuteMs)
  const left = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  return (
    <p className={styles.window} data-soon={left.hours < 2}>
      <Clock size={14} strokeWidth={1.75} aria-hidden />
      {t(left.hours === 0 ? 'window.minutes' : 'window.left', { ...left, name: ticket.whatsapp?.name ?? '' })}
    </p>
  )
}
