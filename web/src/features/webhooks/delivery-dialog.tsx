import type { WebhookDeliveryDetails, WebhookView } from '@balcao/contract/webhooks'
import type { DeliveryId } from '@balcao/domain/ids'
import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { Button } from '../../ui/button'
import { CodeBlock } from '../../ui/code-tabs'
import { AppDialog } from '../../ui/dialog'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useResendWebhookDelivery, useWebhookDelivery } from './api/webhooks'
import { WebhookDeliveryPill } from './delivery-pill'
import styles from './webhooks.module.css'

interface DeliveryDialogProps {
  readonly webhook: WebhookView
  readonly deliveryId: DeliveryId
  readonly onClose: () => void
}

export function WebhookDeliveryDialog({ webhook, deliveryId, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation('webhooks')
  const delivery = useWebhookDelivery(webhook.id, deliveryId)
  const again = useResendWebhookDelivery(webhook.id, deliveryId)
  const { data } = delivery
  const mayResend =
    data !== undefined && data.state !== 'waiting' && data.request !== null && webhook.isActive
  async function resend(): Promise<void> {
    await again.mutateAsync()
    showToast('success', t('log.again'))
  }
  return (
    <AppDialog
      title={data === undefined ? t('log.one') : data.event}
      onClose={onClose}
      width={720}
      actions={
        <>
          <Button onClick={onClose}>{t('common:close')}</Button>
          <Button
            kind="primary"
            disabled={!mayResend || again.isPending}
            icon={RotateCcw}
            onClick={() =>
              void resend().catch(() => undefined /* the mutation has already shown the error */)
            }
          >
            {t('log.sendAgain')}
          </Button>
        </>
      }
    >
      {data !== undefined ? (
        <Facts delivery={data} />
      ) : delivery.isPending ? (
        <SkeletonRows rows={4} />
      ) : (
        <ErrorState
          title={t('common:listFailed')}
          error={delivery.error}
          onRetry={() => void delivery.refetch()}
        />
      )}
    </AppDialog>
  )
}

function Facts({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const { t } = useTranslation('webhooks')
  const { attempts, nextTryAt, calledAt, milliseconds, request, answer } = delivery
  const facts = [
    [t('state'), <WebhookDeliveryPill key="state" delivery={delivery} />],
    [t('log.attempts'), attempts],
    [t('lastCall'), calledAt === null ? '—' : dateAndTime(calledAt)],
    [t('log.took'), milliseconds === null ? '—' : t('log.milliseconds', { milliseconds })],
    ...(nextTryAt === null ? [] : [[t('log.nextTry'), dateAndTime(nextTryAt)] as const]),
  ] as const
  return (
    <div className={styles.whole}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('log.request')}</h3>
      {request === null ? (
        <p className={styles.note}>{t('log.nothingLeft')}</p>
      ) : (
        <CodeBlock label={t('log.request')} code={readable(request)} copyLabel={t('log.copyRequest')} />
      )}
      <h3>{t('log.answer')}</h3>
      {answer === null ? (
        <p className={styles.note}>{t('log.noAnswer')}</p>
      ) : (
        <CodeBlock label={t('log.answer')} code={answer} copyLabel={t('log.copyAnswer')} />
      )}
    </div>
  )
}

function readable(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}
