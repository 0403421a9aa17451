import { factsOf } from '@balcao/contract/ticket-list-fold'
import type { TicketView } from '@balcao/contract/tickets'
import { mayReadTicket } from '@balcao/domain/tickets'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../lib/session'
import { useActAndGo } from './use-ticket-act'

/** Beside a closed composer: the act that opens it (CONVO-23); nothing in a ticket that is only shared history (decision 0090). */
export function MendButton({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('tickets')
  const viewer = useViewer()
  const { act, isPending } = useActAndGo()
  const mends = ticket.status === 'pending' ? 'accept' : 'reopen'
  if (!mayReadTicket(viewer, factsOf(ticket))) return null
  return (
    <Button variant="contained" disabled={isPending} onClick={() => act(mends, ticket)}>
      {t(`acts.${mends}`)}
    </Button>
  )
}
