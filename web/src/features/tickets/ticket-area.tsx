import type { TicketStatus } from '@balcao/domain/tickets'
import { SquarePen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useJoinView } from '../../lib/live'
import { shortcuts, useShortcut } from '../../lib/shortcuts'
import { Button } from '../../ui/button'
import { useCollapseDrawer } from '../../ui/drawer-room'
import { showToast } from '../../ui/toasts'
import { useIsNarrow, useMediaQuery } from '../../ui/use-media'
import { WelcomePicture } from '../../ui/welcome-picture'
import { useAcceptNextTicket } from './api/change-ticket'
import { useHasNoQueues } from './api/choices'
import { usePendingTicketCount } from './api/count-tickets'
import { TicketListPane } from './list/list-pane'
import { subscribedStatusesOf } from './list-view'
import { NewTicketDialogProvider, useOpenNewTicketDialog } from './new-ticket'
import { TicketConversationPane } from './open-ticket'
import { ListAndConversationTabs } from './pane-tabs'
import styles from './ticket-area.module.css'
import { useContactPanelVisibility } from './use-contact-panel'
import {
  useStoreTicketAreaUrl,
  useTicketListHistoryState,
  useTicketListUrlState,
  useTicketNavigation,
} from './use-list-view'

/** In px: from this window width on, the open drawer, the list and a conversation of 560 fit side by side. */
const besideDrawer = 240 + 360 + 560

/** The list and the conversation side by side; on narrow screens as tabs (TICKET-03). */
export function TicketArea() {
  const { uuid } = useParams()
  const isOnePane = useIsNarrow()
  const navigate = useNavigate()
  useStoreTicketAreaUrl()
  const { view, change } = useTicketListUrlState()
  const { accept, isPending } = useAcceptNextTicketAndOpen()
  useShortcut('accept', isPending ? undefined : accept)
  const { uuid: before, showsWelcome = false } = useTicketListHistoryState()
  const showsList = !isOnePane || (uuid === undefined && !showsWelcome)
  const search = () => (showsList ? change({ tab: 'search' }) : void navigate('/tickets?tab=search'))
  // In the search tab the search field itself handles the shortcut.
  useShortcut('search', showsList && view.tab === 'search' ? undefined : search)
  const [showsContact, showContact] = useContactPanelVisibility()
  useCollapseDrawer(useMediaQuery(`(max-width: ${besideDrawer - 0.05}px)`))
  return (
    <NewTicketDialogProvider>
      <div className={styles.area}>
        {subscribedStatusesOf(view).map((status) => (
          <JoinTickets key={status} status={status} />
        ))}
        {showsList && (
          <TicketListPane
            openUuid={uuid}
            tabs={isOnePane && <ListAndConversationTabs shown="list" uuid={before} />}
          />
        )}
        {uuid !== undefined && (
          <TicketConversationPane
            key={uuid}
            uuid={uuid}
            showsContact={showsContact}
            onShowContact={showContact}
          />
        )}
        {uuid === undefined && !(isOnePane && showsList) && (
          <NoConversationPane
            tabs={isOnePane && <ListAndConversationTabs shown="conversation" uuid={undefined} />}
          />
        )}
      </div>
    </NewTicketDialogProvider>
  )
}

function JoinTickets({ status }: { status: TicketStatus }) {
  useJoinView({ kind: 'tickets', status })
  return null
}

function NoConversationPane({ tabs }: { readonly tabs: ReactNode }) {
  const { t } = useTranslation('tickets')
  const startTicket = useOpenNewTicketDialog()
  const hasNoQueues = useHasNoQueues()
  return (
    <div className={styles.unopened}>
      {tabs}
      <section className={styles.welcome} aria-labelledby="welcome-title">
        <WelcomePicture />
        <h2 id="welcome-title">{t('welcomeTitle')}</h2>
        <p>{t(hasNoQueues ? 'noQueuesYet' : 'welcomeText')}</p>
        {!hasNoQueues && (
          <div className={styles.welcomeActs}>
            <AcceptNext />
            <Button onClick={() => startTicket()} icon={SquarePen}>
              {t('newTicket')}
            </Button>
          </div>
        )}
        <p className={styles.hint}>{t('shortcutsHint')}</p>
      </section>
    </div>
  )
}

function AcceptNext() {
  const { t } = useTranslation('tickets')
  const { accept, isPending } = useAcceptNextTicketAndOpen()
  const waiting = usePendingTicketCount()

  if (waiting === 0) return null
  return (
    <Button kind="primary" disabled={isPending} onClick={accept} title={shortcuts.accept.words}>
      {t('acceptNext')}
    </Button>
  )
}

/** Accepts and opens the ticket that has waited longest, or says that no ticket waits. */
function useAcceptNextTicketAndOpen() {
  const { t } = useTranslation('tickets')
  const { mutateAsync, isPending } = useAcceptNextTicket()
  const { openOwn } = useTicketNavigation()

  async function accept(): Promise<void> {
    const ticket = await mutateAsync().catch(() => undefined) // The mutation has already shown the error.
    if (ticket === null) showToast('info', t('nobodyWaits'))
    else if (ticket !== undefined) openOwn(ticket.uuid)
  }
  return { accept: () => void accept(), isPending }
}
