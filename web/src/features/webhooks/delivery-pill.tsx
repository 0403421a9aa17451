import type { WebhookDeliveryView } from '@balcao/contract/webhooks'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '../../ui/pill'
import styles from './webhooks.module.css'

const pillsByState = {
  waiting: { tone: 'info', icon: Clock },
  delivered: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleAlert },
} as const

export function WebhookDeliveryPill({
  delivery: { state, failure, status },
}: {
  delivery: WebhookDeliveryView
}) {
  const { t } = useTranslation('webhooks')
  return (
    <span className={styles.named}>
      <Pill {...pillsByState[state]}>{t(`delivery.${state}`)}</Pill>
      {failure !== null && (
        <small>
          {t(`failure.${failure}`)}
          {status !== null && ` (${status})`}
        </small>
      )}
    </span>
  )
}
