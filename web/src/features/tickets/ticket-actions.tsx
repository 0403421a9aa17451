import { createSchedule } from '@balcao/contract/schedules'
import { deleteTicket, type TicketView } from '@balcao/contract/tickets'
import {
  AlarmClock,
  ArrowRightLeft,
  CalendarClock,
  Check,
  EllipsisVertical,
  Search,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsInPlan, useMayCall } from '../../lib/session'
import { useIsSharedHistory } from '../../lib/shared-history'
import { shortcuts, useShortcut } from '../../lib/shortcuts'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { lazyComponent } from '../../ui/later'
import { Menu } from '../../ui/overlays'
import { useIsPhone } from '../../ui/use-media'
import { useWakeTicket } from './api/change-ticket'
import { useTicketAreaComponents } from './parts'
import styles from './ticket-area.module.css'
import { useTicketActAndNavigate } from './use-ticket-act'

const TransferDialog = lazyComponent(() =>
  import('./dialogs/transfer-dialog').then((it) => it.TransferDialog),
)
const SnoozeDialog = lazyComponent(() => import('./dialogs/snooze-dialog').then((it) => it.SnoozeDialog))
const DeleteTicketDialog = lazyComponent(() =>
  import('./dialogs/delete-ticket-dialog').then((it) => it.DeleteTicketDialog),
)

interface TicketActionsProps {
  readonly ticket: TicketView
  /** Opens the search inside the conversation; present where the head has no room for the search button. */
  readonly onSearch?: (() => void) | undefined
}

/** The buttons for the actions that the ticket's status allows (CONVO-22). */
export function TicketActions({ ticket, onSearch }: TicketActionsProps) {
  const { t } = useTranslation('tickets')
  const isPhone = useIsPhone()
  const isSharedHistory = useIsSharedHistory(ticket)
  const { act, isPending } = useTicketActAndNavigate()
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<'transfer' | 'snooze' | 'schedule' | 'delete' | null>(null)
  const { ScheduleDialog } = useTicketAreaComponents()
  const hasSchedules = useIsInPlan('useSchedules')
  const maySchedule = useMayCall(createSchedule) && hasSchedules
  const isOpen = ticket.status === 'open'
  useShortcut('resolve', isOpen && !isPending ? () => act('resolve', ticket) : undefined)
  useShortcut('transfer', isOpen && !isPending ? () => setDialog('transfer') : undefined)
  useShortcut('snooze', isOpen && !isPending ? () => setDialog('snooze') : undefined)
  const mayDelete = useMayCall(deleteTicket)
  const isSnoozed = ticket.status === 'snoozed'
  const isOpenOnPhone = isOpen && isPhone
  const ask = (which: typeof dialog) => () => setDialog(which)
  const items = [
    { isShown: onSearch !== undefined, name: t('searchConversation'), Icon: Search, run: () => onSearch?.() },
    { isShown: isOpenOnPhone, name: t('acts.return'), Icon: Undo2, run: () => act('return', ticket) },
    { isShown: isOpenOnPhone, name: t('transfer'), Icon: ArrowRightLeft, run: ask('transfer') },
    { isShown: isOpenOnPhone, name: t('snooze.act'), Icon: AlarmClock, run: ask('snooze') },
    { isShown: isSnoozed, name: t('acts.resolve'), Icon: Check, run: () => act('resolve', ticket) },
    { isShown: isOpen && maySchedule, name: t('schedule'), Icon: CalendarClock, run: ask('schedule') },
    { isShown: mayDelete, name: t('delete'), Icon: Trash2, run: ask('delete') },
  ]

  return (
    <div className={styles.acts}>
      {isOpen && !isPhone && (
        <>
          <IconButton label={t('acts.return')} disabled={isPending} onClick={() => act('return', ticket)}>
            <Undo2 size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton
            label={`${t('snooze.act')} (${shortcuts.snooze.words})`}
            aria-haspopup="dialog"
            disabled={isPending}
            onClick={() => setDialog('snooze')}
          >
            <AlarmClock size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton
            label={`${t('transfer')} (${shortcuts.transfer.words})`}
            aria-haspopup="dialog"
            disabled={isPending}
            onClick={() => setDialog('transfer')}
          >
            <ArrowRightLeft size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </>
      )}
      {isOpen &&
        (isPhone ? (
          <Button
            kind="primary"
            disabled={isPending}
            aria-label={t('acts.resolve')}
            onClick={() => act('resolve', ticket)}
          >
            <Check size={20} strokeWidth={2} aria-hidden />
          </Button>
        ) : (
          <Button
            kind="primary"
            disabled={isPending}
            title={shortcuts.resolve.words}
            icon={Check}
            onClick={() => act('resolve', ticket)}
          >
            {t('acts.resolve')}
          </Button>
        ))}
      {ticket.status === 'pending' && (
        <Button kind="primary" disabled={isPending} onClick={() => act('accept', ticket)}>
          {t('acts.accept')}
        </Button>
      )}
      {isSnoozed && <WakeButton ticket={ticket} />}
      {ticket.status === 'closed' && !isSharedHistory && (
        <Button disabled={isPending} onClick={() => act('reopen', ticket)}>
          {t('acts.reopen')}
        </Button>
      )}
      {items.some(({ isShown }) => isShown) && (
        <IconButton
          label={t('more')}
          aria-haspopup="menu"
          aria-expanded={menu !== null}
          disabled={isPending}
          onClick={(event) => setMenu(event.currentTarget)}
        >
          <EllipsisVertical size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      <Menu anchor={menu} onClose={() => setMenu(null)}>
        {(Item) =>
          items.map(
            ({ isShown, name, Icon, run }) =>
              isShown && (
                <Item
                  key={name}
                  onClick={() => {
                    setMenu(null)
                    run()
                  }}
                >
                  <Icon size={18} strokeWidth={1.75} aria-hidden /> {name}
                </Item>
              ),
          )
        }
      </Menu>
      {dialog === 'transfer' && <TransferDialog ticket={ticket} onClose={() => setDialog(null)} />}
      {dialog === 'snooze' && <SnoozeDialog ticket={ticket} onClose={() => setDialog(null)} />}
      {dialog === 'schedule' && <ScheduleDialog ticket={ticket} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteTicketDialog ticket={ticket} onClose={() => setDialog(null)} />}
    </div>
  )
}

/**
 * The button that makes writing possible again: accept, reopen or wake (CONVO-23). Renders nothing if the viewer may
 * only read the ticket (decision 0002).
 */
export function EnableWritingButton({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  const isSharedHistory = useIsSharedHistory(ticket)
  const { act, isPending } = useTicketActAndNavigate()
  const mends = ticket.status === 'pending' ? 'accept' : 'reopen'
  if (isSharedHistory) return null
  if (ticket.status === 'snoozed') return <WakeButton ticket={ticket} />
  return (
    <Button kind="primary" disabled={isPending} onClick={() => act(mends, ticket)}>
      {t(`acts.${mends}`)}
    </Button>
  )
}

function WakeButton({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  const { mutate, isPending } = useWakeTicket(ticket)
  return (
    <Button kind="primary" disabled={isPending} onClick={() => mutate()}>
      {t('snooze.wake')}
    </Button>
  )
}
