import { SquarePen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shortcuts } from '../../lib/shortcuts'
import { Button } from '../../ui/button'
import { WelcomePicture } from '../../ui/welcome-picture'
import { usePendingTicketCount } from './api/count-tickets'
import { useOpenNewTicketDialog } from './new-ticket'
import styles from './ticket-area.module.css'
import { useAcceptNextTicketAndOpen } from './use-accept-next'
import { useHasNoQueues } from './use-no-queues'

export function NoConversationPane({ tabs }: { readonly tabs: ReactNode }) {
  const { t } = useTranslation('tickets')
  const startTicket = useOpenNewTicketDialog()
  const hasNoQueues = useHasNoQueues()
  return (
    <div className={styles.unopened}>
      {tabs}
      <section className={styles.welcome} aria-labelledby="welcome-title">
        <WelcomePicture />
        <h2 id="welcome-title">{t('welcomeTitle')}</h2>
        <p>{t(hasNoQueues ? 'noQueuesYet' : 'welcomeText')}</p>
        {!hasNoQueues && (
          <div className={styles.welcomeActs}>
            <AcceptNext />
            <Button onClick={() => startTicket()} icon={SquarePen}>
              {t('newTicket')}
            </Button>
          </div>
        )}
        <p className={styles.hint}>{t('shortcutsHint')}</p>
      </section>
    </div>
  )
}

function AcceptNext() {
  const { t } = useTranslation('tickets')
  const { accept, isPending } = useAcceptNextTicketAndOpen()
  const waiting = usePendingTicketCount()

  if (waiting === 0) return null
  return (
    <Button kind="primary" disabled={isPending} onClick={accept} title={shortcuts.accept.words}>
      {t('acceptNext')}
    </Button>
  )
}
