import Button from '@mui/material/Button'
import { SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { WelcomePicture } from '../../ui/welcome-picture'
import { useStartTicket } from './new-ticket'
import styles from './ticket-area.module.css'

/** Stands where a conversation would, while none is open. */
export function Welcome() {
  const { t } = useTranslation('tickets')
  const startTicket = useStartTicket()
  return (
    <section className={styles.welcome} aria-labelledby="welcome-title">
      <WelcomePicture />
      <h2 id="welcome-title">{t('welcomeTitle')}</h2>
      <p>{t('welcomeText')}</p>
      <Button onClick={() => startTicket()} startIcon={<SquarePen size={16} strokeWidth={2} />}>
        {t('newTicket')}
      </Button>
    </section>
  )
}
