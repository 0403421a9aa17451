import type { ConnectionView } from '@balcao/contract/connections'
import { setUpOfficialNumber } from '@balcao/contract/official-numbers'
import { LoaderCircle, type LucideIcon, QrCode } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayCall } from '../../lib/session'
import { useNow } from '../../lib/timers'
import { Button } from '../../ui/button'
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/confirm-dialog'
import { type ConnectionLinkAction, useRequestConnectionLinkAction } from './api/connections'
import styles from './connections.module.css'
import type { ConnectionDialogProps } from './connections-page'
import { type ConnectionAction, connectionSituationOf, isConnectionLinked } from './situation'

interface SessionButtonsProps {
  readonly connection: ConnectionView
  readonly onShowQr: () => void
}

export function ConnectionLinkButtons({ connection, onShowQr }: SessionButtonsProps) {
  const { t } = useTranslation('connections')
  const act = useRequestConnectionLinkAction()
  const [asking, setAsking] = useState<'disconnect' | 'newQr'>()
  const maySetUp = useMayCall(setUpOfficialNumber)
  const { acts } = connectionSituationOf(connection, useNow(5_000))

  async function press(pressed: ConnectionAction) {
    if (pressed === 'showQr' || pressed === 'whatToDo' || pressed === 'setUp' || pressed === 'official')
      return onShowQr()
    if (pressed === 'connecting') return
    if (pressed === 'disconnect') return setAsking(pressed)
    // A new QR deletes the keys of a linked number, so the user must confirm it.
    if (pressed === 'newQr' && isConnectionLinked(connection)) return setAsking(pressed)
    await go(pressed).catch(() => undefined) // The mutation has already shown the error.
  }

  async function go(pressed: ConnectionLinkAction) {
    await act.mutateAsync({ act: pressed, id: connection.id })
    if (pressed === 'newQr') onShowQr()
  }

  return (
    <div className={styles.buttons}>
      {acts
        .filter((button) => button !== 'setUp' || maySetUp)
        .map((button, at) => (
          <Button
            key={button}
            size="small"
            kind={at === 0 && remedies(button) ? 'primary' : 'secondary'}
            disabled={button === 'connecting' || act.isPending}
            icon={icons[button]}
            onClick={() => void press(button)}
          >
            {t(`act.${button}`)}
          </Button>
        ))}
      {asking === 'newQr' && (
        <NewQrDialog
          connection={connection}
          onClose={() => setAsking(undefined)}
          onConfirm={() => go('newQr')}
        />
      )}
      {asking === 'disconnect' && (
        <DisconnectDialog connection={connection} onClose={() => setAsking(undefined)} />
      )}
    </div>
  )
}

function remedies(act: ConnectionAction): boolean {
  return act === 'showQr' || act === 'newQr' || act === 'tryAgain' || act === 'whatToDo' || act === 'setUp'
}

const icons: Readonly<Partial<Record<ConnectionAction, LucideIcon>>> = {
  showQr: QrCode,
  connecting: LoaderCircle,
}

function DisconnectDialog({ connection, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('connections')
  const session = useRequestConnectionLinkAction()
  const pause = usePauseAlternative(connection)
  return (
    <ConfirmDialog
      title={t('disconnectTitle', { name: connection.name })}
      confirm={t('act.disconnect')}
      destroys
      alternative={pause}
      onClose={onClose}
      onConfirm={() => session.mutateAsync({ act: 'disconnect', id: connection.id })}
    >
      <div className={styles.texts}>
        <p>{t('disconnectMeaning')}</p>
        {isConnectionLinked(connection) && <p>{t('relinkWarning')}</p>}
        {pause !== undefined && <p>{t('pauseMeaning')}</p>}
      </div>
    </ConfirmDialog>
  )
}

interface NewQrDialogProps extends ConnectionDialogProps {
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before a new QR deletes the keys of a linked number. Offers a retry, which keeps the keys. */
function NewQrDialog({ connection, onClose, onConfirm }: NewQrDialogProps) {
  const { t } = useTranslation('connections')
  const session = useRequestConnectionLinkAction()
  return (
    <ConfirmDialog
      title={t('newQrTitle', { name: connection.name })}
      confirm={t('act.newQr')}
      destroys
      alternative={{
        name: t('act.tryAgain'),
        act: () => session.mutateAsync({ act: 'tryAgain', id: connection.id }),
      }}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <div className={styles.texts}>
        <p>{t(connection.cause === 'banned' ? 'newQrWhileBanned' : 'newQrMeaning')}</p>
        <p>{t('relinkWarning')}</p>
      </div>
    </ConfirmDialog>
  )
}

/**
 * A button for confirmation dialogs: it pauses the connection instead of breaking its link to WhatsApp.
 * Undefined for a connection that is paused or not linked.
 */
export function usePauseAlternative(connection: ConnectionView): ConfirmDialogProps['alternative'] {
  const { t } = useTranslation('connections')
  const session = useRequestConnectionLinkAction()
  if (connection.status === 'DISCONNECTED' || !isConnectionLinked(connection)) return undefined
  return { name: t('pauseInstead'), act: () => session.mutateAsync({ act: 'pause', id: connection.id }) }
}
