import type { TicketStatus } from '@balcao/domain/tickets'
import { useNavigate, useParams } from 'react-router'
import { useJoinView } from '../../lib/live'
import { useShortcut } from '../../lib/shortcuts'
import { useCollapseDrawer } from '../../ui/drawer-room'
import { useIsNarrow, useMediaQuery } from '../../ui/use-media'
import { TicketListPane } from './list/list-pane'
import { subscribedStatusesOf } from './list-view'
import { NewTicketDialogProvider } from './new-ticket'
import { TicketConversationPane } from './open-ticket'
import { PaneTabs } from './pane-tabs'
import styles from './ticket-area.module.css'
import { useAcceptNextTicketAndOpen } from './use-accept-next'
import { useContactPanelVisibility } from './use-contact-panel'
import { useStoreTicketAreaUrl, useTicketListHistoryState, useTicketListUrlState } from './use-list-view'
import { NoConversationPane } from './welcome'

/** In px: the width for the drawer, the list and a conversation of at least 560. */
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
          <TicketListPane openUuid={uuid} tabs={isOnePane && <PaneTabs shown="list" uuid={before} />} />
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
          <NoConversationPane tabs={isOnePane && <PaneTabs shown="conversation" uuid={undefined} />} />
        )}
      </div>
    </NewTicketDialogProvider>
  )
}

function JoinTickets({ status }: { status: TicketStatus }) {
  useJoinView({ kind: 'tickets', status })
  return null
}
