import { ticketSnapshotOf } from '@balcao/contract/ticket-list-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import { hasPermission } from '@balcao/domain/permissions'
import { mayAnswerTicket } from '@balcao/domain/tickets'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../lib/i18n/use-texts'
import { useViewer } from '../../../lib/session'
import { Button } from '../../../ui/button'
import { lazyComponent } from '../../../ui/later'
import { useTicketActAndNavigate } from '../use-ticket-act'
import styles from './ticket-row.module.css'
import { rowFocusTargetAttribute } from './use-row-keys'

const SpyDialog = lazyComponent(() => import('../dialogs/spy-dialog').then((it) => it.SpyDialog))

/** The buttons of a row, shown on hover and focus: spy (for admins), and Accept or Resolve. */
export function TicketRowActions({ ticket, isOpen }: { ticket: TicketView; isOpen: boolean }) {
  const t = useTexts('tickets')
  const viewer = useViewer()
  const { act, isPending } = useTicketActAndNavigate()
  const [isSpying, setSpying] = useState(false)
  const maySpy =
    hasPermission(viewer, 'tickets.spy') && ticket.status !== 'closed' && ticket.userId !== viewer.userId
  const mayResolve = mayAnswerTicket(viewer, ticketSnapshotOf(ticket))
  return (
    <>
      <div className={styles.acts}>
        {maySpy && (
          <Button
            size="small"
            className={styles.spy}
            aria-label={t('spy')}
            data-tip={t('spy')}
            onClick={() => setSpying(true)}
          >
            <Eye size={16} strokeWidth={2} aria-hidden />
          </Button>
        )}
        {ticket.status === 'pending' && (
          <Button
            size="small"
            kind="primary"
            {...{ [rowFocusTargetAttribute]: '' }}
            disabled={isPending}
            onClick={() => act('accept', ticket)}
          >
            {t('acts.accept')}
          </Button>
        )}
        {mayResolve && (
          <Button
            size="small"
            kind="primary"
            disabled={isPending}
            onClick={() => act('resolve', ticket, isOpen)}
          >
            {t('acts.resolve')}
          </Button>
        )}
      </div>
      {isSpying && <SpyDialog ticket={ticket} onClose={() => setSpying(false)} />}
    </>
  )
}
