import type { TicketView } from '@balcao/contract/tickets'
import type { ContactId } from '@balcao/domain/ids'
import { useTranslation } from 'react-i18next'
import { addressOfTicket } from '../../lib/ticket-address'
import { DatedLink } from '../../ui/dated-link'
import { PanelPages } from '../../ui/panel-pages'
import { useTicketsOfContact } from './api/contacts'

/** The contact's tickets that the viewer may read, newest first. */
export function ContactTicketHistory({ contactId }: { contactId: ContactId }) {
  const { t } = useTranslation('contacts')
  const query = useTicketsOfContact(contactId)
  return (
    <PanelPages
      items={query.data}
      query={query}
      words={{
        ...{ list: t('history'), none: t('noHistory') },
        ...{ failed: t('historyFailed'), moreFailed: t('historyFailed') },
        ...{ more: t('moreHistory'), showMore: t('moreHistory') },
      }}
      row={(ticket) => <PastTicket key={ticket.id} ticket={ticket} />}
    />
  )
}

function PastTicket({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('contacts')
  const { id, status, queue, user, createdAt } = ticket
  return (
    <DatedLink
      to={addressOfTicket(ticket)}
      name={`#${id}`}
      at={createdAt}
      facts={[t(`tickets:status.${status}`), queue?.name, user?.name].filter(Boolean).join(' · ')}
    />
  )
}
