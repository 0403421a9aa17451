import { useTranslation } from 'react-i18next'
import { useUnreadChats } from '../../features/chats/api/chats'
import { useWaitingTickets } from '../../features/tickets/api/count-tickets'
import styles from './drawer.module.css'

/** How many tickets wait, beside `Atendimentos`. */
export function WaitingCount() {
  const { t } = useTranslation('shell')
  const count = useWaitingTickets()
  return <Count count={count} words={t('ticketsWait', { count })} />
}

/** How many chats have unread messages, beside `Chat Interno`. */
export function UnreadChatsCount() {
  const { t } = useTranslation('shell')
  const count = useUnreadChats()
  return <Count count={count} words={t('chatsUnread', { count })} />
}

function Count({ count, words }: { count: number; words: string }) {
  const { i18n } = useTranslation()
  if (count === 0) return null
  return (
    <>
      <span className={styles.count} aria-hidden>
        {new Intl.NumberFormat(i18n.language).format(count)}
      </span>
      <span className="sr-only">{words}</span>
    </>
  )
}
