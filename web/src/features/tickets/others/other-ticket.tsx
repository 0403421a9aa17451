import type { TicketView } from '@balcao/contract/tickets'
import { useTranslation } from 'react-i18next'
import { DatedLink } from '../../../ui/dated-link'
import { LastMessage } from '../list/last-message'
import { noQueueColour } from '../ticket-facts'
import { useTicketNavigation } from '../use-list-view'
import styles from './others.module.css'

/** One other ticket: its number and state, its days, its queue and who attended, its last words. */
export function OtherTicket({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  const { search } = useTicketNavigation()
  const { id, uuid, status, queue, user, createdAt } = ticket
  // A pending one opens by Accept only (TICKET-13): its place is the list of those that wait.
  const to = status === 'pending' ? '/tickets?sub=pending' : { pathname: `/tickets/${uuid}`, search }
  return (
    <DatedLink
      to={to}
      name={`#${id}`}
      at={createdAt}
      facts={
        <>
          <i className={styles.colour} style={{ background: queue?.color ?? noQueueColour }} />
          {[t(`others.states.${status}`), queue?.name ?? t('noQueue'), user?.name]
            .filter(Boolean)
            .join(' · ')}
        </>
      }
    >
      <LastMessage ticket={ticket} />
    </DatedLink>
  )
}
