import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useIsInPlan } from '../../lib/session'
import { IconButton } from '../../ui/icon-button'
import { useInfiniteScroll } from '../../ui/list-end'
import { Popover } from '../../ui/overlays'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { type LoadedChats, useChats } from './api/chats'
import { ChatRow } from './chat-row'
import styles from './chats.module.css'

export function ChatPopover() {
  return useIsInPlan('useInternalChat') ? <OpenablePopover /> : null
}

function OpenablePopover() {
  const { t } = useTranslation('chats')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const chats = useChats()
  const isUnread = chats.unreadChats > 0
  const close = () => setAnchor(null)
  return (
    <>
      <IconButton
        label={t(isUnread ? 'titleUnread' : 'title')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MessagesSquare size={20} strokeWidth={1.75} aria-hidden />
        {isUnread && <span className={styles.dot} data-testid="chat-dot" aria-hidden />}
      </IconButton>
      <Popover anchor={anchor} label={t('title')} onClose={close}>
        <Chats chats={chats} onGone={close} />
        <Link className={styles.all} to="/chats" onClick={close}>
          {t('all')}
        </Link>
      </Popover>
    </>
  )
}

function Chats({ chats, onGone }: { chats: LoadedChats; onGone: () => void }) {
  const { t } = useTranslation('chats')
  const end = useInfiniteScroll<HTMLUListElement>(chats.pages)
  if (chats.error !== null)
    return <ErrorState title={t('listFailed')} error={chats.error} onRetry={chats.reload} />
  if (chats.isLoading) return <SkeletonRows rows={4} height={56} />
  if (chats.records.length === 0) return <p className={styles.noChats}>{t('empty')}</p>
  return (
    <ul className={styles.popover} {...end}>
      {chats.records.map((chat) => (
        <li key={chat.id}>
          <ChatRow chat={chat} onOpen={onGone} />
        </li>
      ))}
    </ul>
  )
}
