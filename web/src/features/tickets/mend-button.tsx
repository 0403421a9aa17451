import type { TicketView } from '@balcao/contract/tickets'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useIsSharedHistory } from '../../lib/shared-history'
import { useActAndGo } from './use-ticket-act'

/** The act that opens a closed composer (CONVO-23); nothing in a ticket that is only shared history (decision 0002). */
export function MendButton({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  const isSharedHistory = useIsSharedHistory(ticket)
  const { act, isPending } = useActAndGo()
  const mends = ticket.status === 'pending' ? 'accept' : 'reopen'
  if (isSharedHistory) return null
  return (
    <Button variant="contained" disabled={isPending} onClick={() => act(mends, ticket)}>
      {t(`acts.${mends}`)}
    </Button>
  )
}
