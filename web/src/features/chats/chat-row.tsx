import type { ChatView } from '@balcao/contract/chats'
import type { UserId } from '@balcao/domain/ids'
import { AtSign } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { timeOrDate } from '../../lib/dates'
import { useUser } from '../../lib/session'
import { Avatar } from '../../ui/avatar'
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
      <Avatar name={title} seed={chatAvatarSeed(chat, me)} isGroup={!chat.isDirect} />
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

/** A direct chat shows the other person's name, or its stored title where that account was deleted. */
export function chatTitleOf(chat: ChatView, me: UserId): string {
  if (!chat.isDirect) return chat.title
  return chat.users.find(({ userId }) => userId !== me)?.user.name ?? chat.title
}

/** The seed of the avatar's colour: an id, so that a changed title does not change the colour. */
export function chatAvatarSeed(chat: ChatView, me: UserId): number {
  const other = chat.users.find(({ userId }) => userId !== me)
  return chat.isDirect && other !== undefined ? other.userId : chat.id
}
