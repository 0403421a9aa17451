import type { TicketView } from '@balcao/contract/tickets'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { urlOfTicket } from '../../../lib/ticket-address'
import { DatedLink } from '../../../ui/dated-link'
import { PagedPanelList } from '../../../ui/panel-pages'
import { PanelSection, PanelTextButton } from '../../../ui/side-panel'
import { useIsNarrow } from '../../../ui/use-media'
import { useOtherTicketsOfContact } from '../api/list-tickets'
import { LastMessagePreview } from '../list/last-message'
import { noQueueColour } from '../ticket-facts'
import { useTicketNavigation } from '../use-list-view'
import styles from './others.module.css'

export function OtherTicketsOfContact({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  return (
    <PanelSection title={t('others.title')} action={<AllTickets ticket={ticket} />}>
      <Tickets ticket={ticket} />
    </PanelSection>
  )
}

/** A link that searches the list for every ticket of the contact, without the current filters. */
function AllTickets({ ticket: { contact } }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  const words = contact.isGroup || contact.number === '' ? contact.name : contact.number
  const { pathname } = useLocation()
  const isOnePane = useIsNarrow()
  return (
    <PanelTextButton
      label={t('others.showAll')}
      onClick={() =>
        void navigate(
          `${isOnePane ? '/tickets' : pathname}?${new URLSearchParams({ tab: 'search', q: words })}`,
        )
      }
    >
      {t('others.all')}
    </PanelTextButton>
  )
}

function Tickets({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  const { tickets, ...query } = useOtherTicketsOfContact(ticket)
  return (
    <PagedPanelList
      items={tickets}
      query={query}
      words={{
        ...{ list: t('others.title'), none: t('others.none') },
        ...{ failed: t('others.loadFailed'), moreFailed: t('moreFailed') },
        ...{ more: t('others.more'), showMore: t('others.showMore') },
      }}
      row={(other) => <OtherTicket key={other.id} ticket={other} />}
    />
  )
}

function OtherTicket({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  const { search } = useTicketNavigation()
  const { id, status, queue, user, createdAt } = ticket
  const address = urlOfTicket(ticket)
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
      <LastMessagePreview ticket={ticket} />
    </DatedLink>
  )
}
