import type { TicketView } from '@balcao/contract/tickets'
import { capabilitiesOf } from '@balcao/domain/providers'
import { Clock, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConnections } from '../../../lib/lists/connections'
import { minuteMs, useNow } from '../../../lib/timers'
import styles from './composer.module.css'

/** How often the remaining time is updated, which shows minutes. The server refuses late messages anyway. */
const lookAgainMs = 15_000

/** The remaining milliseconds of the reply window; null for a connection without a window. */
export function useReplyWindowRemainingMs({ whatsapp, replyUntil }: TicketView): number | null {
  const now = useNow(lookAgainMs)
  if (capabilitiesOf(whatsapp?.provider ?? '').replyWindowHours === null) return null
  return replyUntil === null ? 0 : Math.max(0, Date.parse(replyUntil) - now)
}

export function SendingConnectionLine({ ticket: { whatsapp } }: { readonly ticket: TicketView }) {
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

export function ReplyWindowLine({ ticket, leftMs }: { ticket: TicketView; leftMs: number }) {
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
