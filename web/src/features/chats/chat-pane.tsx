import type { ChatView } from '@balcao/contract/chats'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { ApiError } from '../../lib/api-error'
import { useUser } from '../../lib/session'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { useAppendChatMessage } from './api/chat-messages'
import { useChat, useMarkChatRead } from './api/chats'
import { ChatComposer } from './chat-composer'
import { ChatHead } from './chat-head'
import { ChatMessageList } from './chat-log'
import styles from './chats.module.css'
import { type OutgoingChatMessage, sendOutgoingChatMessage } from './outbox'

export function ChatPane({ uuid }: { uuid: string }) {
  const { t } = useTranslation('chats')
  const { data: chat, error, refetch } = useChat(uuid)
  if (error !== null && chat === undefined) {
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403)
    if (isGone) return <Navigate to="/chats" replace />
    return (
      <section className={styles.none}>
        <ErrorState title={t('openFailed')} error={error} onRetry={() => void refetch()} />
      </section>
    )
  }
  return (
    <section className={styles.pane} aria-label={t('tabs.messages')}>
      {chat === undefined ? <SkeletonRows rows={6} height={64} /> : <OpenChat chat={chat} />}
    </section>
  )
}

function OpenChat({ chat }: { chat: ChatView }) {
  const takeIn = useAppendChatMessage()
  const [sends, setSends] = useState(0)
  useReadMarks(chat)
  const send = (outgoing: Omit<OutgoingChatMessage, 'state' | 'progress' | 'onSent'>) =>
    void sendOutgoingChatMessage({ ...outgoing, onSent: takeIn })
  return (
    <>
      <ChatHead chat={chat} />
      <ChatMessageList chat={chat} sends={sends} onRetry={send} />
      <ChatComposer
        chat={chat}
        onSend={(outgoing) => {
          send(outgoing)
          setSends(sends + 1)
        }}
      />
    </>
  )
}

/** Marks the shown messages as read (CHAT-08) while the browser tab is visible. */
function useReadMarks({ id, users }: ChatView): void {
  const { id: me } = useUser()
  const { mutate: read } = useMarkChatRead()
  const isLookedAt = useLookedAt()
  const unreads = users.find(({ userId }) => userId === me)?.unreads ?? 0
  useEffect(() => {
    if (isLookedAt && unreads > 0) read(id)
  }, [id, unreads, isLookedAt, read])
}

function useLookedAt(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}
