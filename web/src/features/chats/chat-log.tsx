import type { ChatMessageView, ChatView } from '@balcao/contract/chats'
import { getTicketByUuid } from '@balcao/contract/tickets'
import { limits } from '@balcao/domain/limits'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../lib/call'
import { fullDate, timeOfDay } from '../../lib/dates'
import { useUser } from '../../lib/session'
import { Avatar } from '../../ui/avatar'
import { FormattedText } from '../../ui/formatted-text'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { useChatMessages } from './api/chat-messages'
import styles from './chats.module.css'
import { type OutgoingChatMessage, useOutgoingChatMessages } from './outbox'
import { ChatAttachment, OutgoingChatBubble } from './outgoing-bubble'

const maxCards = 3

interface ChatLogProps {
  readonly chat: ChatView
  /** The number of messages that this tab sent: each increase scrolls to the end. */
  readonly sends: number
  readonly onRetry: (outgoing: OutgoingChatMessage) => void
}

/** The distance from the newest message, in px, beyond which the button to the newest message shows. */
const farFromEnd = 240

/** The list of messages is laid out from its end: older pages load above without moving the visible messages. */
export function ChatMessageList({ chat, sends, onRetry }: ChatLogProps) {
  const { t } = useTranslation('chats')
  const log = useRef<HTMLDivElement>(null)
  const [isFar, setFar] = useState(false)
  const loaded = useChatMessages(chat.id)
  const { messages, loadOlder } = loaded
  const waiting = useOutgoingChatMessages(chat.id).filter(({ clientId }) =>
    messages.every((message) => message.clientId !== clientId),
  )
  const toEnd = () => log.current?.scrollTo({ top: 0 })

  function look(): void {
    const view = log.current
    if (view === null) return
    setFar(-view.scrollTop > farFromEnd)
    if (view.scrollHeight - view.clientHeight + view.scrollTop <= limits.chat.olderAtPixels) loadOlder()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loaded page is a reason to check again
  useEffect(look, [messages.length, loaded.isLoadingOlder])
  useEffect(() => {
    if (sends > 0) log.current?.scrollTo({ top: 0 })
  }, [sends])

  if (loaded.error !== null)
    return <ErrorState title={t('messagesFailed')} error={loaded.error} onRetry={loaded.reload} />
  if (loaded.isLoading)
    return (
      <div className={styles.log}>
        <SkeletonRows rows={6} height={56} />
      </div>
    )
  return (
    <div className={styles.logFrame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach what scrolls */}
      <div ref={log} className={styles.log} role="log" aria-label={t('log')} tabIndex={0} onScroll={look}>
        <div className={styles.messages}>
          {messages.length + waiting.length === 0 && <p className={styles.begin}>{t('begin')}</p>}
          {messages.map((message, at) => (
            <Message key={message.id} message={message} before={messages[at - 1]} isDirect={chat.isDirect} />
          ))}
          {waiting.map((outgoing) => (
            <OutgoingChatBubble
              key={outgoing.clientId}
              outgoing={outgoing}
              onRetry={() => onRetry(outgoing)}
            />
          ))}
        </div>
      </div>
      {isFar && (
        <button type="button" className={styles.newest} aria-label={t('toNewest')} onClick={toEnd}>
          <ArrowDown size={20} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </div>
  )
}

interface MessageProps {
  readonly message: ChatMessageView
  readonly before: ChatMessageView | undefined
  readonly isDirect: boolean
}

function Message({ message, before, isDirect }: MessageProps) {
  const { t } = useTranslation('chats')
  const { id: me } = useUser()
  const isNewDay = before === undefined || dayOf(before) !== dayOf(message)
  const isJoined = !isNewDay && before?.senderId === message.senderId
  const isToday = dayOf(message) === new Date().toDateString()
  const isMine = message.senderId === me
  const showsSender = !isDirect && !isMine && !isJoined
  return (
    <>
      {isNewDay && <p className={styles.day}>{isToday ? t('today') : fullDate(message.createdAt)}</p>}
      <article className={styles.line} data-mine={isMine} data-joined={isJoined}>
        <div className={styles.bubble} data-mine={isMine}>
          {showsSender && <b className={styles.sender}>{message.sender?.name ?? t('goneAccount')}</b>}
          {message.media !== null && <ChatAttachment media={message.media} />}
          {message.message !== '' && (
            <div className={styles.words}>
              <FormattedText text={message.message} named={message.mentions.map(({ name }) => `@${name}`)} />
            </div>
          )}
          {ticketUuidsIn(message.message).map((uuid) => (
            <TicketCard key={uuid} uuid={uuid} />
          ))}
          <time className={styles.said} dateTime={message.createdAt}>
            {timeOfDay(message.createdAt)}
          </time>
        </div>
      </article>
    </>
  )
}

function dayOf({ createdAt }: ChatMessageView): string {
  return new Date(createdAt).toDateString()
}

/** The card of a linked ticket loads with the reader's rights: without access the reader sees only the address. */
function TicketCard({ uuid }: { uuid: string }) {
  const { t } = useTranslation('chats')
  const { data: ticket } = useQuery({
    queryKey: ['chats', 'ticket', uuid],
    queryFn: ({ signal }) => call(getTicketByUuid, { params: { uuid } }, { signal }),
    retry: false,
  })
  if (ticket === undefined) return null
  const { contact, queue, status } = ticket
  return (
    <Link className={styles.card} to={`/tickets/${uuid}`}>
      <Avatar
        name={contact.name}
        seed={contact.id}
        picture={contact.profilePicUrl}
        isGroup={contact.isGroup}
        size={36}
      />
      <span className={styles.cardText}>
        <b>{contact.name}</b>
        <small>
          {t(`tickets:status.${status}`)}
          {queue !== null && ` · ${queue.name}`}
        </small>
      </span>
    </Link>
  )
}

/** The uuids of the tickets whose addresses are in a text, each once. */
export function ticketUuidsIn(text: string): readonly string[] {
  const found = text.matchAll(
    /\/tickets\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9a-f-])/gi,
  )
  return [...new Set([...found].map(([, uuid = '']) => uuid.toLowerCase()))].slice(0, maxCards)
}
