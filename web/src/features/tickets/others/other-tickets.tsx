import type { TicketView } from '@balcao/contract/tickets'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { addressOfTicket } from '../../../lib/ticket-address'
import { useElapsed } from '../../../lib/timers'
import { DatedLink, DatedLinks } from '../../../ui/dated-link'
import { PanelFailure, PanelLink, PanelNote, PanelSection } from '../../../ui/side-panel'
import { useIsNarrow } from '../../../ui/use-media'
import { useOtherTickets } from '../api/list-tickets'
import { LastMessage } from '../list/last-message'
import { noQueueColour } from '../ticket-facts'
import { useTicketNavigation } from '../use-list-view'
import styles from './others.module.css'

/** The contact's other tickets that the viewer may read. */
export function OtherTickets({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  return (
    <PanelSection title={t('others.title')} action={<AllTickets ticket={ticket} />}>
      <Tickets ticket={ticket} />
    </PanelSection>
  )
}

/** A link that searches every ticket of the contact in the list, without its other filters. */
function AllTickets({ ticket: { contact } }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  const words = contact.isGroup || contact.number === '' ? contact.name : contact.number
  const { pathname } = useLocation()
  const isOnePane = useIsNarrow()
  return (
    <PanelLink
      label={t('others.showAll')}
      onClick={() =>
        void navigate(
          `${isOnePane ? '/tickets' : pathname}?${new URLSearchParams({ tab: 'search', q: words })}`,
        )
      }
    >
      {t('others.all')}
    </PanelLink>
  )
}

function Tickets({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  const { tickets, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } =
    useOtherTickets(ticket)
  const isSlow = useElapsed(150)
  if (tickets === undefined) {
    if (error !== null) return <PanelFailure text={t('others.loadFailed')} onRetry={() => void refetch()} />
    return isSlow && <PanelNote>{t('common:loading')}</PanelNote>
  }
  if (tickets.length === 0) return <PanelNote>{t('others.none')}</PanelNote>
  return (
    <>
      <DatedLinks label={t('others.title')}>
        {tickets.map((other) => (
          <OtherTicket key={other.id} ticket={other} />
        ))}
      </DatedLinks>
      {isFetchNextPageError ? (
        <PanelFailure text={t('moreFailed')} onRetry={() => void fetchNextPage()} />
      ) : (
        hasNextPage && (
          <p>
            <PanelLink
              label={t('others.showMore')}
              onClick={() => {
                if (!isFetching) void fetchNextPage()
              }}
            >
              {t('others.more')}
            </PanelLink>
          </p>
        )
      )}
    </>
  )
}

/** One of the other tickets: its number, state, days, queue, attendant and last message. */
function OtherTicket({ ticket }: { ticket: TicketView }) {
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
          {[t(`status.${status}`), queue?.name ?? t('noQueue'), user?.name].filter(Boolean).join(' · ')}
        </>
      }
    >
      <LastMessage ticket={ticket} />
    </DatedLink>
  )
}
