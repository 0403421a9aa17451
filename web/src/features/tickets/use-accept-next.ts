import { useTranslation } from 'react-i18next'
import { showToast } from '../../ui/toasts'
import { useAcceptNextTicket } from './api/change-ticket'
import { useTicketNavigation } from './use-list-view'

/** Accepts and opens the ticket that has waited longest, or says that no ticket waits. */
export function useAcceptNextTicketAndOpen() {
  const { t } = useTranslation('tickets')
  const { mutateAsync, isPending } = useAcceptNextTicket()
  const { openOwn } = useTicketNavigation()

  async function accept(): Promise<void> {
    const ticket = await mutateAsync().catch(() => undefined) // The mutation has already shown the error.
    if (ticket === null) showToast('info', t('nobodyWaits'))
    else if (ticket !== undefined) openOwn(ticket.uuid)
  }
  return { accept: () => void accept(), isPending }
}
