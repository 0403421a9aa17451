import type { WebhookView } from '@balcao/contract/webhooks'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { CopyButton } from '../../ui/copy-button'
import { AppDialog } from '../../ui/dialog'
import { useRenewWebhookSecret } from './api/webhooks'
import styles from './webhooks.module.css'

export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <AppDialog
      title={t('secret.title')}
      onClose={onClose}
      width={560}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('secret.kept')}
        </Button>
      }
    >
      <p>{t('secret.intro')}</p>
      <div role="status">
        <p className={styles.secret}>
          <code>{secret}</code>
          <CopyButton text={secret} label={t('secret.copy')} />
        </p>
        <p className={styles.once}>
          <TriangleAlert size={16} strokeWidth={2} aria-hidden /> {t('secret.once')}
        </p>
      </div>
    </AppDialog>
  )
}

export function RenewWebhookSecretDialog(props: { webhook: WebhookView; onClose: () => void }) {
  const { webhook, onClose } = props
  const { t } = useTranslation('webhooks')
  const renew = useRenewWebhookSecret(webhook.id)
  const [isAsking, setAsking] = useState(false)
  if (renew.data !== undefined) return <WebhookSecretDialog secret={renew.data.secret} onClose={onClose} />
  return (
    <AppDialog
      title={t('secret.title')}
      onClose={onClose}
      width={560}
      actions={
        <>
          <Button onClick={onClose}>{t('common:close')}</Button>
          <Button onClick={() => setAsking(true)}>{t('secret.renew')}</Button>
        </>
      }
    >
      <p>{t('secret.intro')}</p>
      <p className={styles.note}>{t('secret.hidden')}</p>
      {isAsking && (
        <ConfirmDialog
          title={t('secret.renewTitle', { name: webhook.name })}
          confirm={t('secret.renew')}
          destroys
          onClose={() => setAsking(false)}
          onConfirm={() => renew.mutateAsync()}
        >
          {t('secret.renewMeaning')}
        </ConfirmDialog>
      )}
    </AppDialog>
  )
}
