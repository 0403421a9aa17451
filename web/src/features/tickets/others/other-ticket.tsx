import type { TicketView } from '@balcao/contract/tickets'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fullDate, longDateAndTime } from '../../../lib/dates'
import { LastMessage } from '../list/last-message'
import { noQueueColour } from '../ticket-facts'
import { useTicketNavigation } from '../use-list-view'
import styles from './others.module.css'

/** One other ticket: its number and state, its days, its queue and who attended, its last words. */
export function OtherTicket({ ticket }: { ticket: TicketView }) {
  const { search } = useTicketNavigation()
  // A pending one opens by Accept only (TICKET-13): its place is the list of those that wait.
  const to =
    ticket.status === 'pending' ? '/tickets?sub=pending' : { pathname: `/tickets/${ticket.uuid}`, search }
  return (
    <Link to={to} className={styles.ticket}>
      <Facts ticket={ticket} />
      <LastMessage text={ticket.lastMessage} />
    </Link>
  )
}

function Facts({ ticket }: { ticket: TicketView }) {
  const { t, i18n } = useTranslation('tickets')
  const { id, status, queue, user, createdAt } = ticket
  return (
    <>
      <span className={styles.head}>
        <b>#{id}</b>
        <time dateTime={createdAt} title={longDateAndTime(createdAt, i18n.language)}>
          {fullDate(createdAt)}
        </time>
      </span>
      <span className={styles.facts}>
        <i style={{ background: queue?.color ?? noQueueColour }} />
        {[t(`others.states.${status}`), queue?.name ?? t('noQueue'), user?.name].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}
