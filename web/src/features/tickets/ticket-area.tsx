import type { TicketStatus } from '@balcao/domain/tickets'
import { useNavigate, useParams } from 'react-router'
import { useJoin } from '../../lib/live'
import { useShortcut } from '../../lib/shortcuts'
import { useCollapseDrawer } from '../../ui/drawer-room'
import { useIsNarrow, useMedia } from '../../ui/use-media'
import { ListPane } from './list/list-pane'
import { subscribedStatusesOf } from './list-view'
import { NewTicketProvider } from './new-ticket'
import { OpenTicket } from './open-ticket'
import { PaneTabs } from './pane-tabs'
import styles from './ticket-area.module.css'
import { useAcceptNextAndOpen } from './use-accept-next'
import { useContactPanel } from './use-contact-panel'
import { useListHistoryState, useListView, useStoreTicketAreaUrl } from './use-list-view'
import { NoConversationPane } from './welcome'

/** In px: the width for the drawer, the list and a conversation of at least 560. */
const besideDrawer = 240 + 360 + 560

/** The list and the conversation side by side; on narrow screens as tabs (TICKET-03). */
export function TicketArea() {
  const { uuid } = useParams()
  const isOnePane = useIsNarrow()
  const navigate = useNavigate()
  useStoreTicketAreaUrl()
  const { view, change } = useListView()
  const { accept, isPending } = useAcceptNextAndOpen()
  useShortcut('accept', isPending ? undefined : accept)
  const { uuid: before, showsWelcome = false } = useListHistoryState()
  const showsList = !isOnePane || (uuid === undefined && !showsWelcome)
  const search = () => (showsList ? change({ tab: 'search' }) : void navigate('/tickets?tab=search'))
  // In the search tab the search field itself handles the shortcut.
  useShortcut('search', showsList && view.tab === 'search' ? undefined : search)
  const [showsContact, showContact] = useContactPanel()
  useCollapseDrawer(useMedia(`(max-width: ${besideDrawer - 0.05}px)`))
  return (
    <NewTicketProvider>
      <div className={styles.area}>
        {subscribedStatusesOf(view).map((status) => (
          <JoinTickets key={status} status={status} />
        ))}
        {showsList && (
          <ListPane openUuid={uuid} tabs={isOnePane && <PaneTabs shown="list" uuid={before} />} />
        )}
        {uuid !== undefined && (
          <OpenTicket key={uuid} uuid={uuid} showsContact={showsContact} onShowContact={showContact} />
        )}
        {uuid === undefined && !(isOnePane && showsList) && (
          <NoConversationPane tabs={isOnePane && <PaneTabs shown="conversation" uuid={undefined} />} />
        )}
      </div>
    </NewTicketProvider>
  )
}

/** Subscribes to the live events of tickets with this status while it is mounted. Renders nothing. */
function JoinTickets({ status }: { status: TicketStatus }) {
  useJoin({ kind: 'tickets', status })
  return null
}
