import { createWebhook, renewWebhookSecret, type WebhookView } from '@balcao/contract/webhooks'
import { CirclePause, CirclePlay, KeyRound, Logs, OctagonX, Radio, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useExternalApiTabs } from '../../lib/api-tabs'
import { dateAndTime } from '../../lib/dates'
import { useWebhooks } from '../../lib/lists/webhooks'
import { useMayCall } from '../../lib/session'
import type { Column } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import { EditableRecordTable } from '../../ui/kept-records'
import { LinkTabs } from '../../ui/link-tabs'
import { PageLayout } from '../../ui/page'
import { Pill } from '../../ui/pill'
import { showToast } from '../../ui/toasts'
import { useDeleteWebhook, useTestWebhook } from './api/webhooks'
import { WebhookDeliveryGuide } from './how-it-arrives'
import { WebhookDeliveryLogDialog } from './log-dialog'
import { RenewWebhookSecretDialog } from './secret-dialog'
import { WebhookDialog } from './webhook-dialog'
import styles from './webhooks.module.css'

type OpenDialog =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'log' | 'secret'; readonly webhook: WebhookView }

export default function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const tabs = useExternalApiTabs()
  const [open, setOpen] = useState<OpenDialog>({ dialog: 'none' })
  const remove = useDeleteWebhook()
  const mayWrite = useMayCall(createWebhook)
  const mayRenew = useMayCall(renewWebhookSecret)
  const close = () => setOpen({ dialog: 'none' })
  const columns: Column<WebhookView>[] = [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: ({ name, url }) => (
        <span className={styles.named}>
          <strong>{name}</strong>
          <small>{url}</small>
        </span>
      ),
    },
    {
      key: 'events',
      title: t('events'),
      cell: ({ events }) => t('eventCount', { count: events.length }),
    },
    { key: 'state', title: t('state'), cell: (webhook) => <State webhook={webhook} /> },
    {
      key: 'lastCall',
      title: t('lastCall'),
      cell: ({ lastCallAt }) => (lastCallAt === null ? '—' : dateAndTime(lastCallAt)),
    },
    {
      key: 'calls',
      title: t('calls'),
      width: '144px',
      cell: (webhook) => (
        <span className={styles.calls}>
          <IconButton
            icon={Logs}
            label={t('logOf', { name: webhook.name })}
            onClick={() => setOpen({ dialog: 'log', webhook })}
          />
          <TestButton webhook={webhook} />
          {mayRenew && (
            <IconButton
              icon={KeyRound}
              label={t('secretOf', { name: webhook.name })}
              onClick={() => setOpen({ dialog: 'secret', webhook })}
            />
          )}
        </span>
      ),
    },
  ]
  return (
    <PageLayout intro={t('intro')}>
      {tabs !== null && <LinkTabs {...tabs} />}
      <EditableRecordTable
        query={useWebhooks()}
        nameOf={({ name }) => name}
        words={{
          list: t('list'),
          add: t('new'),
          edit: (name) => t('editOf', { name }),
          remove: (name) => t('deleteOf', { name }),
          removeTitle: (name) => t('deleteTitle', { name }),
          removeMeaning: t('deleteMeaning'),
        }}
        empty={{ icon: Webhook, title: t('emptyTitle'), text: t('emptyText') }}
        columns={columns}
        mayWrite={mayWrite}
        form={(webhook, onClose) => <WebhookDialog webhook={webhook} onClose={onClose} />}
        onRemove={({ id }) => remove.mutateAsync(id)}
      />
      <WebhookDeliveryGuide />
      {open.dialog === 'log' && <WebhookDeliveryLogDialog webhook={open.webhook} onClose={close} />}
      {open.dialog === 'secret' && <RenewWebhookSecretDialog webhook={open.webhook} onClose={close} />}
    </PageLayout>
  )
}

function State({ webhook: { isActive, offReason, lastFailure } }: { webhook: WebhookView }) {
  const { t } = useTranslation('webhooks')
  if (offReason !== null) {
    return (
      <span className={styles.named}>
        <Pill tone="bad" icon={OctagonX}>
          {t('off')}
        </Pill>
        <small>{t(`offReason.${offReason}`)}</small>
      </span>
    )
  }
  if (!isActive) {
    return (
      <Pill tone="idle" icon={CirclePause}>
        {t('inactive')}
      </Pill>
    )
  }
  if (lastFailure === null) {
    return (
      <Pill tone="ok" icon={Radio}>
        {t('active')}
      </Pill>
    )
  }
  return (
    <span className={styles.named}>
      <Pill tone="warn" icon={Radio}>
        {t('failing')}
      </Pill>
      <small>{t(`failure.${lastFailure}`)}</small>
    </span>
  )
}

function TestButton({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation('webhooks')
  const test = useTestWebhook()
  async function tryIt(): Promise<void> {
    const { status, failure, milliseconds } = await test.mutateAsync(webhook.id)
    if (failure === null) showToast('success', t('tested', { status, milliseconds }))
    else showToast('error', t('testFailed', { why: t(`failure.${failure}`), status: status ?? '—' }))
  }
  return (
    <IconButton
      icon={CirclePlay}
      label={t('testOf', { name: webhook.name })}
      disabled={test.isPending}
      onClick={() => void tryIt().catch(() => undefined /* the mutation has already shown the error */)}
    />
  )
}
