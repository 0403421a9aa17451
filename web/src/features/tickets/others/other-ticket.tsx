import type { TicketView } from '@balcao/contract/tickets'
import { useTranslation } from 'react-i18next'
import { addressOfTicket } from '../../../lib/ticket-address'
import { DatedLink } from '../../../ui/dated-link'
import { LastMessage } from '../list/last-message'
import { noQueueColour } from '../ticket-facts'
import { useTicketNavigation } from '../use-list-view'
import styles from './others.module.css'

/** One other ticket: its number, state, days, queue, attendant and last message. */
export function OtherTicket({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  const { search } = useTicketNavigation()
  const { id, status, queue, user, createdAt } = ticket
  const address = addressOfTicket(ticket)
  const to = status === 'pending' ? address : { pathname: address, search }
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
