import type { TicketView } from '@balcao/contract/tickets'
import type { ContactId } from '@balcao/domain/ids'
import { useTranslation } from 'react-i18next'
import { addressOfTicket } from '../../lib/ticket-address'
import { useElapsed } from '../../lib/timers'
import { DatedLink, DatedLinks } from '../../ui/dated-link'
import { PanelFailure, PanelLink, PanelNote } from '../../ui/side-panel'
import { useTicketsOfContact } from './api/contacts'

/** The contact's tickets that the viewer may read, newest first. */
export function ContactTicketHistory({ contactId }: { contactId: ContactId }) {
  const { t } = useTranslation('contacts')
  const { data, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } =
    useTicketsOfContact(contactId)
  const isSlow = useElapsed(150)
  if (data === undefined) {
    if (error !== null) return <PanelFailure text={t('historyFailed')} onRetry={() => void refetch()} />
    return isSlow && <PanelNote>{t('common:loading')}</PanelNote>
  }
  if (data.length === 0) return <PanelNote>{t('noHistory')}</PanelNote>
  return (
    <>
      <DatedLinks label={t('history')}>
        {data.map((ticket) => (
          <PastTicket key={ticket.id} ticket={ticket} />
        ))}
      </DatedLinks>
      {isFetchNextPageError ? (
        <PanelFailure text={t('historyFailed')} onRetry={() => void fetchNextPage()} />
      ) : (
        hasNextPage && (
          <p>
            <PanelLink
              label={t('moreHistory')}
              onClick={() => {
                if (!isFetching) void fetchNextPage()
              }}
            >
              {t('moreHistory')}
            </PanelLink>
          </p>
        )
      )}
    </>
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
