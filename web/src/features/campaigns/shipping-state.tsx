import type { ShippingView } from '@balcao/contract/campaigns'
import type { TFunction } from 'i18next'
import {
  Check,
  CheckCheck,
  CircleAlert,
  CircleSlash2,
  Clock,
  Eye,
  MessageCircleQuestion,
  Send,
  ThumbsUp,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '../../ui/pill'
import styles from './report.module.css'

const pillsByState = {
  pending: { tone: 'idle', icon: Clock },
  sending: { tone: 'info', icon: Send },
  asked: { tone: 'info', icon: MessageCircleQuestion },
  confirmed: { tone: 'info', icon: ThumbsUp },
  sent: { tone: 'ok', icon: Check },
  delivered: { tone: 'ok', icon: CheckCheck },
  read: { tone: 'ok', icon: Eye },
  failed: { tone: 'bad', icon: CircleAlert },
  skipped: { tone: 'warn', icon: CircleSlash2 },
} as const

export function ShippingStateCell({ shipping }: { shipping: ShippingView }) {
  const { t } = useTranslation('campaigns')
  const why = shippingReasonText(shipping, t)
  return (
    <span className={styles.state}>
      <Pill {...pillsByState[shipping.state]}>{t(`states.${shipping.state}`)}</Pill>
      {why !== '' && <span className={styles.small}>{why}</span>}
    </span>
  )
}

export function shippingReasonText(
  { state, reason }: Pick<ShippingView, 'state' | 'reason'>,
  t: TFunction<'campaigns'>,
): string {
  if (reason === null) return ''
  if (state === 'skipped') return t(`skipped.${reason}`, { defaultValue: reason })
  return t(`errors:${reason}`, { defaultValue: t('errors:unknown') })
}

/** When the campaign's message to one contact last changed its state; null before the first change. */
export function lastShippingEventAt(shipping: ShippingView): string | null {
  const { readAt, receivedAt, deliveredAt, failedAt, confirmedAt, confirmationRequestedAt } = shipping
  return readAt ?? receivedAt ?? deliveredAt ?? failedAt ?? confirmedAt ?? confirmationRequestedAt
}
