import type { ChatView } from '@balcao/contract/chats'
import { AtSign } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { timeOrDate } from '../../lib/dates'
import { useUser } from '../../lib/session'
import { Avatar } from '../../ui/avatar'
import { chatColourSeed, chatTitleOf } from './chat-title'
import styles from './chats.module.css'

interface ChatRowProps {
  readonly chat: ChatView
  readonly isOpen?: boolean
  readonly onOpen: () => void
}

export function ChatRow({ chat, isOpen = false, onOpen }: ChatRowProps) {
  const { t } = useTranslation('chats')
  const { id: me } = useUser()
  const own = chat.users.find(({ userId }) => userId === me)
  const unreads = own?.unreads ?? 0
  const title = chatTitleOf(chat, me)
  return (
    <Link
      to={`/chats/${chat.uuid}`}
      className={styles.row}
      data-selected={isOpen}
      data-unread={unreads > 0}
      aria-current={isOpen ? 'page' : undefined}
      onClick={onOpen}
    >
      <Avatar name={title} seed={chatColourSeed(chat, me)} isGroup={!chat.isDirect} />
      <span className={styles.rowText}>
        <span className={styles.first}>
          <span className={styles.name}>{title}</span>
          <time className={styles.time} dateTime={chat.updatedAt}>
            {timeOrDate(chat.updatedAt, Date.now())}
          </time>
        </span>
        <span className={styles.second}>
          <span className={styles.preview}>
            {chat.lastMessage === '' ? t('nothingSaid') : chat.lastMessage}
          </span>
          {own?.isMentioned === true && (
            <span className={styles.at} role="img" aria-label={t('mentioned')}>
              <AtSign size={14} strokeWidth={2.25} aria-hidden />
            </span>
          )}
          {unreads > 0 && (
            <span className={styles.unread} role="img" aria-label={t('unreads', { count: unreads })}>
              {unreads > 99 ? '99+' : unreads}
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}
