import type { ConnectionView } from '@balcao/contract/connections'
import Button from '@mui/material/Button'
import { LoaderCircle, QrCode } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/timers'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { type SessionAct, useSessionAct } from './api/session-acts'
import styles from './connections.module.css'
import { type Act, situationOf } from './situation'

interface SessionButtonsProps {
  readonly connection: ConnectionView
  readonly onShowQr: () => void
}

/** What can be done about the session; what mends it is filled, the rest outlined (CONN-10 to CONN-13). */
export function SessionButtons({ connection, onShowQr }: SessionButtonsProps) {
  const { t } = useTranslation('connections')
  const act = useSessionAct()
  const [asking, setAsking] = useState<'disconnect' | 'newQr'>()
  const { acts } = situationOf(connection, useNow(5_000))

  async function press(pressed: Act) {
    if (pressed === 'showQr') return onShowQr()
    if (pressed === 'connecting') return
    if (pressed === 'disconnect') return setAsking(pressed)
    // A blocked number cannot be linked anew, and its way back is the review.
    if (pressed === 'newQr' && connection.cause === 'banned') return setAsking(pressed)
    await go(pressed)
  }

  async function go(pressed: SessionAct) {
    await act.mutateAsync({ act: pressed, id: connection.id }).catch(() => undefined) // shown as a toast
    if (pressed === 'newQr') onShowQr()
  }

  return (
    <div className={styles.buttons}>
      {acts.map((button, at) => (
        <Button
          key={button}
          size="small"
          variant={at === 0 && mends(button) ? 'contained' : 'outlined'}
          disabled={button === 'connecting' || act.isPending}
          startIcon={iconOf(button)}
          onClick={() => void press(button)}
        >
          {t(`act.${button}`)}
        </Button>
      ))}
      {asking === 'newQr' && (
        <ConfirmDialog
          title={t('newQrTitle', { name: connection.name })}
          confirm={t('act.newQr')}
          destroys
          onClose={() => setAsking(undefined)}
          onConfirm={() => go('newQr')}
        >
          <p>{t('newQrWhileBanned')}</p>
        </ConfirmDialog>
      )}
      {asking === 'disconnect' && (
        <ConfirmDialog
          title={t('disconnectTitle', { name: connection.name })}
          confirm={t('act.disconnect')}
          destroys
          onClose={() => setAsking(undefined)}
          onConfirm={() => act.mutateAsync({ act: 'disconnect', id: connection.id })}
        >
          <p>{t('disconnectMeaning')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function mends(act: Act): boolean {
  return act === 'showQr' || act === 'newQr' || act === 'tryAgain'
}

function iconOf(act: Act) {
  switch (act) {
    case 'showQr':
      return <QrCode size={16} strokeWidth={2} aria-hidden />
    case 'connecting':
      return <LoaderCircle size={16} strokeWidth={2} aria-hidden />
    default:
      return undefined
  }
}
