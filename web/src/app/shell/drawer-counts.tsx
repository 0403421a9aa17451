import { useTranslation } from 'react-i18next'
import { useUnreadChats } from '../../features/chats/api/chats'
import { useWaitingTickets } from '../../features/tickets/api/count-tickets'
import styles from './drawer.module.css'

interface CountProps {
  /** The drawer is folded: two digits fit beside its icon. */
  readonly isFolded: boolean
}

/** The number of pending tickets, beside `Atendimentos`. */
export function WaitingCount({ isFolded }: CountProps) {
  const { t } = useTranslation('shell')
  const count = useWaitingTickets()
  return <Count count={count} words={t('ticketsWait', { count })} isFolded={isFolded} />
}

/** The number of chats with unread messages, beside `Chat Interno`. */
export function UnreadChatsCount({ isFolded }: CountProps) {
  const { t } = useTranslation('shell')
  const count = useUnreadChats()
  return <Count count={count} words={t('chatsUnread', { count })} isFolded={isFolded} />
}

function Count({ count, words, isFolded }: CountProps & { count: number; words: string }) {
  const { i18n } = useTranslation()
  if (count === 0) return null
  return (
    <>
      <span className={styles.count} aria-hidden>
        {isFolded && count > 99 ? '99+' : new Intl.NumberFormat(i18n.language).format(count)}
      </span>
      <span className="sr-only">{words}</span>
    </>
  )
}
