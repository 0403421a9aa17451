import { getWebhookDelivery, type WebhookDeliveryView, type WebhookView } from '@balcao/contract/webhooks'
import type { DeliveryId } from '@balcao/domain/ids'
import { type DeliveryState, deliveryStates } from '@balcao/domain/webhooks'
import { Eye, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { useMayCall } from '../../lib/session'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { type Column, DataTable } from '../../ui/data-table'
import { AppDialog } from '../../ui/dialog'
import { IconButton } from '../../ui/icon-button'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { useWebhookDeliveries } from './api/webhooks'
import { WebhookDeliveryDialog } from './delivery-dialog'
import { WebhookDeliveryPill } from './delivery-pill'
import styles from './webhooks.module.css'

export function WebhookDeliveryLogDialog({
  webhook,
  onClose,
}: {
  webhook: WebhookView
  onClose: () => void
}) {
  const { t } = useTranslation('webhooks')
  const [state, setState] = useState<DeliveryState | ''>('')
  const [shown, setShown] = useState<DeliveryId>()
  const log = useWebhookDeliveries(webhook.id, state === '' ? null : state)
  const mayOpen = useMayCall(getWebhookDelivery)
  const columns: Column<WebhookDeliveryView>[] = [
    {
      key: 'event',
      title: t('log.event'),
      onPhone: 'head',
      cell: ({ event, ticketId }) => (
        <span className={styles.named}>
          <code>{event}</code>
          {ticketId !== null && <small>{t('log.ticket', { id: ticketId })}</small>}
        </span>
      ),
    },
    { key: 'at', title: t('log.at'), cell: ({ createdAt }) => dateAndTime(createdAt) },
    { key: 'state', title: t('state'), cell: (delivery) => <WebhookDeliveryPill delivery={delivery} /> },
    { key: 'attempts', title: t('log.attempts'), align: 'right', cell: ({ attempts }) => attempts },
    {
      key: 'see',
      title: t('common:actions'),
      width: '72px',
      align: 'right',
      onPhone: 'actions',
      cell: ({ id, event }) => (
        <IconButton icon={Eye} label={t('log.see', { event })} onClick={() => setShown(id)} />
      ),
    },
  ]
  return (
    <AppDialog
      title={t('log.title', { name: webhook.name })}
      onClose={onClose}
      width={880}
      actions={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <div className={styles.filter}>
        <SelectField
          label={t('state')}
          choices={[
            { value: '', name: t('log.all') },
            ...deliveryStates.map((value) => ({ value, name: t(`delivery.${value}`) })),
          ]}
          value={state}
          onChange={setState}
        />
      </div>
      {log.isPending ? (
        <SkeletonRows rows={4} />
      ) : log.data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={log.error} onRetry={() => void log.refetch()} />
      ) : log.data.length === 0 ? (
        <EmptyState icon={ScrollText} title={t('log.emptyTitle')} text={t('log.emptyText')} />
      ) : (
        <DataTable
          label={t('log.title', { name: webhook.name })}
          columns={mayOpen ? columns : columns.filter(({ key }) => key !== 'see')}
          rows={log.data}
          keyOf={({ id }) => id}
        />
      )}
      {log.hasNextPage && (
        <p className={styles.more}>
          <Button disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('log.more')}
          </Button>
        </p>
      )}
      {shown !== undefined && (
        <WebhookDeliveryDialog webhook={webhook} deliveryId={shown} onClose={() => setShown(undefined)} />
      )}
    </AppDialog>
  )
}
