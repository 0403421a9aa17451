import type { ConnectionView } from '@balcao/contract/connections'
import { KeyRound, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { useIsInPlan } from '../../lib/session'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { CopyButton } from '../../ui/copy-button'
import { AppDialog } from '../../ui/dialog'
import { showToast } from '../../ui/toasts'
import { useCreateConnectionToken, useRevokeConnectionToken } from './api/connections'
import type { ConnectionDialogProps } from './connections-page'
import styles from './token-dialog.module.css'

/** The token of the external API (CONN-28): shown once, afterwards by its last four characters. */
export function ConnectionTokenDialog({ connection, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('connections')
  const make = useCreateConnectionToken(connection.id)
  const revoke = useRevokeConnectionToken(connection.id)
  const [asking, setAsking] = useState<'rotate' | 'revoke'>()
  const mayMake = useIsInPlan('useExternalApi')
  const hasToken = connection.token !== ''
  const shown = make.data?.token

  async function revokeToken() {
    await revoke.mutateAsync()
    make.reset()
    showToast('success', t('token.revoked'))
  }

  return (
    <AppDialog
      title={t('token.title', { name: connection.name })}
      open
      onClose={onClose}
      width={560}
      actions={
        <>
          {hasToken && (
            <Button destroys disabled={revoke.isPending} onClick={() => setAsking('revoke')}>
              {t('token.revoke')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common:close')}</Button>
          {mayMake && (
            <Button
              kind={hasToken ? 'secondary' : 'primary'}
              disabled={make.isPending}
              onClick={() => (hasToken ? setAsking('rotate') : make.mutate())}
            >
              {t(hasToken ? 'token.rotate' : 'token.make')}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.intro}>{t('token.intro')}</p>
      {shown === undefined ? <StoredToken connection={connection} /> : <NewToken token={shown} />}
      {!mayMake && <p className={styles.intro}>{t('token.notInPlan')}</p>}
      {asking !== undefined && (
        <ConfirmDialog
          title={t(`token.${asking}Title`)}
          confirm={t(`token.${asking}`)}
          destroys
          onClose={() => setAsking(undefined)}
          onConfirm={asking === 'rotate' ? () => make.mutateAsync() : revokeToken}
        >
          <p>{t(`token.${asking}Meaning`, { four: connection.token })}</p>
        </ConfirmDialog>
      )}
    </AppDialog>
  )
}

function StoredToken({ connection: { token, tokenCreatedAt } }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  return (
    <p className={styles.kept}>
      <KeyRound size={20} strokeWidth={1.75} aria-hidden />
      {token === '' || tokenCreatedAt === null ? (
        <span>{t('token.none')}</span>
      ) : (
        <span>
          <code>••••••••{token}</code>
          <small>{t('token.since', { moment: dateAndTime(tokenCreatedAt) })}</small>
        </span>
      )}
    </p>
  )
}

function NewToken({ token }: { token: string }) {
  const { t } = useTranslation('connections')
  return (
    <div role="status">
      <p className={styles.shown}>
        <code>{token}</code>
        <CopyButton text={token} label={t('token.copy')} />
      </p>
      <p className={styles.once}>
        <TriangleAlert size={16} strokeWidth={2} aria-hidden /> {t('token.once')}
      </p>
    </div>
  )
}
