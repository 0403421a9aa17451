import Button from '@mui/material/Button'
import { SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../ui/toasts'
import { WelcomePicture } from '../../ui/welcome-picture'
import { useAcceptNext } from './api/accept-next'
import { useTicketCounts } from './api/count-tickets'
import { useStartTicket } from './new-ticket'
import styles from './ticket-area.module.css'
import { useTicketNavigation } from './use-list-view'

/** Stands where a conversation would, while none is open. */
export function Welcome() {
  const { t } = useTranslation('tickets')
  const startTicket = useStartTicket()
  return (
    <section className={styles.welcome} aria-labelledby="welcome-title">
      <WelcomePicture />
      <h2 id="welcome-title">{t('welcomeTitle')}</h2>
      <p>{t('welcomeText')}</p>
      <div className={styles.welcomeActs}>
        <AcceptNext />
        <Button
          variant="outlined"
          onClick={() => startTicket()}
          startIcon={<SquarePen size={16} strokeWidth={2} />}
        >
          {t('newTicket')}
        </Button>
      </div>
    </section>
  )
}

/** While somebody waits: one press, and the conversation of whoever has waited longest is open. */
function AcceptNext() {
  const { t } = useTranslation('tickets')
  const { mutateAsync, isPending } = useAcceptNext()
  const { openOwn } = useTicketNavigation()
  const counts = useTicketCounts(everybodyOfMine)

  async function accept() {
    const ticket = await mutateAsync().catch(() => undefined) // the mutation has said why
    if (ticket === null) showToast('info', t('nobodyWaits'))
    else if (ticket !== undefined) openOwn(ticket.uuid)
  }

  if ((counts?.pending ?? 0) === 0) return null
  return (
    <Button variant="contained" disabled={isPending} onClick={() => void accept()}>
      {t('acceptNext')}
    </Button>
  )
}

const everybodyOfMine = { showAll: false, queueIds: undefined }
