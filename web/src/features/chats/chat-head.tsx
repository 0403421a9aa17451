import type { ChatView } from '@balcao/contract/chats'
import { LogOut, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useUser } from '../../lib/session'
import { Avatar } from '../../ui/avatar'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconButton } from '../../ui/icon-button'
import { useDeleteChat, useLeaveChat } from './api/chats'
import { ChatDialog } from './chat-dialog'
import { chatAvatarSeed, chatTitleOf } from './chat-row'
import styles from './chats.module.css'

export function ChatHead({ chat }: { chat: ChatView }) {
  const { t } = useTranslation('chats')
  const { id: me } = useUser()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'edit' | 'leave' | 'delete' | null>(null)
  const acts = { leave: useLeaveChat(), delete: useDeleteChat() }
  const close = () => setAsked(null)
  const goAway = () => void navigate('/chats', { replace: true })
  const isOwner = chat.ownerId === me
  const title = chatTitleOf(chat, me)
  return (
    <header className={styles.head}>
      <Avatar name={title} seed={chatAvatarSeed(chat, me)} isGroup={!chat.isDirect} size={36} />
      <div className={styles.heading}>
        <h2>{title}</h2>
        <p>{chat.isDirect ? t('directMeaning') : chat.users.map(({ user }) => user.name).join(', ')}</p>
      </div>
      {isOwner && !chat.isDirect && (
        <IconButton label={t('edit')} onClick={() => setAsked('edit')}>
          <Pencil size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      {!chat.isDirect && (
        <IconButton label={t('leave')} onClick={() => setAsked('leave')}>
          <LogOut size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      {isOwner && (
        <IconButton label={t('delete')} onClick={() => setAsked('delete')}>
          <Trash2 size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      {asked === 'edit' && <ChatDialog chat={chat} onSaved={close} onClose={close} />}
      {(asked === 'leave' || asked === 'delete') && (
        <ConfirmDialog
          title={t(`${asked}Title`, { title })}
          confirm={t(asked)}
          destroys
          onClose={close}
          onConfirm={() => acts[asked].mutateAsync(chat.id).then(goAway)}
        >
          {t(`${asked}Meaning`)}
        </ConfirmDialog>
      )}
    </header>
  )
}
