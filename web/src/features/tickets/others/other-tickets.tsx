import type { TicketView } from '@balcao/contract/tickets'
import { useTranslation } from 'react-i18next'
import { useElapsed } from '../../../lib/timers'
import { PanelFailure, PanelLink, PanelNote, PanelSection } from '../../../ui/side-panel'
import { useOtherTickets } from '../api/other-tickets'
import { OtherTicket } from './other-ticket'
import styles from './others.module.css'

/** What there was with this contact before, and after, in the tickets that the viewer may read. */
export function OtherTickets({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  return (
    <PanelSection title={t('others.title')}>
      <Tickets ticket={ticket} />
    </PanelSection>
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
      <ul className={styles.tickets} aria-label={t('others.title')}>
        {tickets.map((other) => (
          <li key={other.id}>
            <OtherTicket ticket={other} />
          </li>
        ))}
      </ul>
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
