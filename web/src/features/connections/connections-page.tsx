import type { ConnectionView } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { hasPermission } from '@balcao/domain/permissions'
import { capabilitiesOf } from '@balcao/domain/providers'
import { Info, Plus, Smartphone } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnections } from '../../lib/lists/connections'
import { useQueues } from '../../lib/lists/queues'
import { useViewer } from '../../lib/session'
import { useIsNewDialogRequested } from '../../lib/use-asked-for-new'
import { Button } from '../../ui/button'
import { isEmptyOrLoading } from '../../ui/has-none'
import { PageLayout } from '../../ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { ConnectionDialog } from './connection-dialog'
import { ConnectionTable } from './connection-table'
import styles from './connections.module.css'
import { DeleteConnectionDialog } from './delete-connection-dialog'
import { OfficialNumberDialog } from './official-dialog'
import { ConnectionQrDialog } from './qr-dialog'
import { ConnectionTokenDialog } from './token-dialog'

export interface ConnectionDialogProps {
  readonly connection: ConnectionView
  readonly onClose: () => void
}

type Open =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'edit'; readonly connection: ConnectionView | null }
  | { readonly dialog: 'delete'; readonly connection: ConnectionView }
  | { readonly dialog: 'token' | 'qr' | 'official'; readonly id: ConnectionId }

/** The dialog that links a number: with a QR, or with the credentials of an official number. */
function joining({ id, provider }: ConnectionView): Open {
  return { dialog: capabilitiesOf(provider).joinsBy === 'code' ? 'qr' : 'official', id }
}

const none: Open = { dialog: 'none' }
const noConnections: readonly ConnectionView[] = []

export default function ConnectionsPage() {
  const { t } = useTranslation('connections')
  const { data: connections, error, isPending, refetch } = useConnections()
  const mayAdd = hasPermission(useViewer(), 'connections-page:addConnection')
  const { data: queues, isPending: areQueuesPending } = useQueues()
  const isNewAsked = useIsNewDialogRequested()
  const [open, setOpen] = useState<Open>(isNewAsked && mayAdd ? { dialog: 'edit', connection: null } : none)
  // The link of the onboarding checklist opens the QR of an unlinked connection.
  const unlinkedId = connections?.find(
    ({ number, provider }) => number === null && capabilitiesOf(provider).joinsBy === 'code',
  )?.id
  useEffect(() => {
    if (!isNewAsked || unlinkedId === undefined) return
    setOpen((current) =>
      current.dialog === 'edit' && current.connection === null ? { dialog: 'qr', id: unlinkedId } : current,
    )
  }, [isNewAsked, unlinkedId])
  useLinkedNotice(connections ?? noConnections)
  const close = useCallback(() => setOpen(none), [])
  // The dialog's connection is looked up by id, because live events replace the objects.
  const shown = 'id' in open ? connections?.find(({ id }) => id === open.id) : undefined
  const count = connections?.length ?? 0
  const inUse = connections?.filter(({ status }) => status === 'CONNECTED').length ?? 0
  const isEmpty = isEmptyOrLoading(connections, isPending)
  const addButton = mayAdd ? (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'edit', connection: null })}>
      {t('new')}
    </Button>
  ) : undefined

  return (
    <PageLayout
      intro={count === 0 ? t('introEmpty') : t('intro', { inUse, count })}
      actions={isEmpty ? undefined : addButton}
    >
      {isPending ? (
        <SkeletonRows rows={3} height={76} />
      ) : connections === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : connections.length === 0 ? (
        <EmptyState
          icon={Smartphone}
          title={t('emptyTitle')}
          text={t(mayAdd ? 'emptyText' : 'emptyTextOthers')}
        >
          {addButton}
        </EmptyState>
      ) : (
        <>
          <ConnectionTable
            connections={connections}
            onShowQr={(connection) => setOpen(joining(connection))}
            onEdit={(connection) => setOpen({ dialog: 'edit', connection })}
            onToken={({ id }) => setOpen({ dialog: 'token', id })}
            onDelete={(connection) => setOpen({ dialog: 'delete', connection })}
          />
          <p className={styles.advice}>
            <Info size={16} strokeWidth={1.75} aria-hidden /> {t('advice')}
          </p>
        </>
      )}
      {open.dialog === 'edit' && !areQueuesPending && (
        <ConnectionDialog
          connection={open.connection}
          queues={queues ?? []}
          onClose={close}
          onCreated={(connection) => setOpen(joining(connection))}
        />
      )}
      {open.dialog === 'delete' && <DeleteConnectionDialog connection={open.connection} onClose={close} />}
      {open.dialog === 'qr' && shown && <ConnectionQrDialog connection={shown} onClose={close} />}
      {open.dialog === 'official' && shown && <OfficialNumberDialog connection={shown} onClose={close} />}
      {open.dialog === 'token' && shown && <ConnectionTokenDialog connection={shown} onClose={close} />}
    </PageLayout>
  )
}

/** Reports a linked number with a toast, because the QR dialog closes some seconds before WhatsApp connects. */
function useLinkedNotice(connections: readonly ConnectionView[]): void {
  const { t } = useTranslation('connections')
  const linking = useRef(new Set<ConnectionId>())
  useEffect(() => {
    for (const { id, name, status } of connections) {
      if (status === 'qrcode' || status === 'PAIRING') linking.current.add(id)
      if (status === 'DISCONNECTED') linking.current.delete(id)
      if (status === 'CONNECTED' && linking.current.delete(id)) showToast('success', t('linked', { name }))
    }
  }, [connections, t])
}
