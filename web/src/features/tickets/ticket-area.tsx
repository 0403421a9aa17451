import { useParams } from 'react-router'
import { usePhone } from '../../ui/use-phone'
import { JoinTickets } from './join-tickets'
import { ListPane } from './list/list-pane'
import { joinedStatuses } from './list-view'
import { NewTicket } from './new-ticket'
import { OpenTicket } from './open-ticket'
import styles from './ticket-area.module.css'
import { useListView } from './use-list-view'
import { Welcome } from './welcome'

/** List and conversation side by side; on narrow screens one at a time (TICKET-03). */
export function TicketArea() {
  const { uuid } = useParams()
  const isPhone = usePhone()
  const { view } = useListView()
  return (
    <NewTicket>
      <div className={styles.area}>
        {joinedStatuses(view).map((status) => (
          <JoinTickets key={status} status={status} />
        ))}
        {!(isPhone && uuid !== undefined) && <ListPane openUuid={uuid} />}
        {uuid !== undefined && <OpenTicket key={uuid} uuid={uuid} />}
        {uuid === undefined && !isPhone && <Welcome />}
      </div>
    </NewTicket>
  )
}
