import type { ChatView } from '@balcao/contract/chats'
import { limits } from '@balcao/domain/limits'
import { MessagesSquare, SquarePen, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useDebounced } from '../../lib/timers'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { useInfiniteScroll } from '../../ui/list-end'
import { Menu, MenuItem } from '../../ui/menu'
import { SearchBox } from '../../ui/search-box'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { useChats, useColleagues, useOpenDirectChat } from './api/chats'
import { ChatDialog } from './chat-dialog'
import { ChatRow } from './chat-row'
import styles from './chats.module.css'

interface ColleagueMenuProps {
  readonly anchor: HTMLElement | null
  readonly onOpened: (chat: ChatView) => void
  readonly onClose: () => void
}

interface ChatListPaneProps {
  readonly openUuid: string | undefined
  /**
   * Called when a chat is clicked. A click on the open chat does not change the URL, so only this call
   * reports it.
   */
  readonly onOpen: () => void
}

export function ChatListPane({ openUuid, onOpen }: ChatListPaneProps) {
  const { t } = useTranslation('chats')
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const searched = useDebounced(words.trim(), limits.searchDebounce)
  const [isMaking, setMaking] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const go = (uuid: string) => void navigate(`/chats/${uuid}`)
  return (
    <section className={styles.list} aria-label={t('tabs.chats')}>
      <div className={styles.listHead}>
        <SearchBox isWide label={t('search')} value={words} onChange={setWords} />
        <IconButton
          label={t('direct')}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <UserRound size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <IconButton label={t('new')} onClick={() => setMaking(true)}>
          <SquarePen size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <Chats
        words={searched}
        openUuid={openUuid}
        onOpen={onOpen}
        onClear={() => setWords('')}
        onNew={() => setMaking(true)}
      />
      {isMaking && (
        <ChatDialog chat={null} onSaved={({ uuid }) => go(uuid)} onClose={() => setMaking(false)} />
      )}
      <ColleagueMenu anchor={anchor} onOpened={({ uuid }) => go(uuid)} onClose={() => setAnchor(null)} />
    </section>
  )
}

interface ChatsProps extends ChatListPaneProps {
  readonly words: string
  readonly onClear: () => void
  readonly onNew: () => void
}

function Chats({ words, openUuid, onOpen, onClear, onNew }: ChatsProps) {
  const { t } = useTranslation('chats')
  const chats = useChats(words)
  const end = useInfiniteScroll<HTMLUListElement>(chats.pages)
  if (chats.error !== null)
    return <ErrorState title={t('listFailed')} error={chats.error} onRetry={chats.reload} />
  if (chats.isLoading) return <SkeletonRows rows={6} height="var(--row-chat)" />
  if (chats.records.length === 0 && words !== '')
    return <NoResultsState search={words} where={t('searchMeaning')} onClear={onClear} />
  if (chats.records.length === 0)
    return (
      <EmptyState icon={MessagesSquare} title={t('empty')} text={t('emptyMeaning')}>
        <Button kind="primary" onClick={onNew}>
          {t('new')}
        </Button>
      </EmptyState>
    )
  return (
    <ul className={styles.rows} {...end} aria-label={t('tabs.chats')}>
      {chats.records.map((chat) => (
        <li key={chat.id}>
          <ChatRow chat={chat} isOpen={chat.uuid === openUuid} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function ColleagueMenu({ anchor, onOpened, onClose }: ColleagueMenuProps) {
  const { t } = useTranslation('chats')
  const { colleagues, isPending } = useColleagues()
  const direct = useOpenDirectChat()
  return (
    <Menu anchor={anchor} label={t('direct')} className={styles.colleagues} onClose={onClose}>
      {colleagues.map(({ id, name }) => (
        <MenuItem
          key={id}
          onClick={() => {
            onClose()
            direct.mutate(id, { onSuccess: onOpened })
          }}
        >
          <Avatar name={name} seed={id} size={28} />
          <span className={styles.colleague}>{name}</span>
        </MenuItem>
      ))}
      {colleagues.length === 0 && <MenuItem disabled>{t(isPending ? 'loading' : 'noColleagues')}</MenuItem>}
    </Menu>
  )
}
