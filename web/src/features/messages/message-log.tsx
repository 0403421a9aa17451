import type { MessageView } from '@balcao/contract/messages'
import type { TicketView } from '@balcao/contract/tickets'
import type { MessageId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { after } from '../../lib/timers'
import { useDeleteMessage, useReact, useRetryMessage } from './api/change-message'
import type { LoadedConversation } from './api/conversation'
import type { MessageActs } from './bubble/message-bubble'
import { type ConversationRow, conversationRows } from './conversation-rows'
import { DeleteMessageDialog } from './delete-message-dialog'
import type { SharedContact } from './location-and-vcard'
import { anchorIn, firstItemIndex, firstUnread } from './log-position'
import { LogRow } from './log-row'
import { MessageInfoDialog } from './message-info-dialog'
import styles from './message-log.module.css'
import { NewestButton } from './newest-button'
import { useOutgoing } from './outbox'
import type { Outgoing } from './outgoing'
import { SpokenNews } from './spoken-news'
import { TypingLine } from './typing-line'
import { useCopy } from './use-copy'
import { useFloatingDay } from './use-floating-day'
import { useJump } from './use-jump'

interface MessageLogProps {
  readonly ticket: TicketView
  readonly conversation: LoadedConversation
  /** How many messages were unread when it was opened. */
  readonly unread: number
  readonly sends: number
  readonly isPeek?: boolean
  readonly onReply?: ((message: MessageView) => void) | undefined
  readonly onEdit?: ((message: MessageView) => void) | undefined
  readonly onTalkTo?: ((contact: SharedContact) => void) | undefined
}

/** The messages, newest at the bottom. Mounted once the first page is there. */
export function MessageLog(props: MessageLogProps) {
  const { ticket, conversation, unread, sends, isPeek = false, onReply, onEdit, onTalkTo } = props
  const { t } = useTranslation('messages')
  const list = useRef<VirtuosoHandle>(null)
  const [isAtTop, setAtTop] = useState(false)
  const [isAtBottom, setAtBottom] = useState(true)
  const stoodAtEnd = useRef(false) // not before Virtuoso says so: it may begin at what is unread
  const [deleting, setDeleting] = useState<MessageView | null>(null)
  const [inquired, setInquired] = useState<MessageId | null>(null)
  const { rows, start } = useRows(ticket, conversation, unread)
  const first = useFirstIndex(rows)
  const { day, onScroll } = useFloatingDay(rows)
  const jump = useJump(rows, conversation, (index) => list.current?.scrollToIndex({ index, align: 'center' }))
  const remove = useDeleteMessage(conversation.takeIn)
  const retry = useRetryMessage(conversation.takeIn)
  const react = useReact(conversation.takeIn)
  const copy = useCopy()

  const { hasNewer, goToNewest } = conversation
  const toNewest = () =>
    hasNewer ? goToNewest() : list.current?.scrollToIndex({ index: 'LAST', align: 'end' })
  const shownInfo = conversation.messages.find(({ id }) => id === inquired)

  useLoadOlder(isAtTop, conversation)
  useLoadNewer(isAtBottom, conversation)
  useFollowSends(sends, toNewest)

  const acts = useMemo<MessageActs>(
    () => ({
      onReply,
      // Who may answer may react: in a conversation that cannot be answered neither is offered.
      onReact: onReply && ((message, emoji) => react.mutate({ message, emoji })),
      onEdit,
      onDelete: isPeek ? undefined : setDeleting,
      onRetry: retry.mutate,
      onCopy: (message) => copy(message.body),
      onInfo: ({ id }) => setInquired(id),
      onJump: jump.to,
      onTalkTo,
    }),
    [onReply, onEdit, isPeek, retry.mutate, react.mutate, copy, jump.to, onTalkTo],
  )

  return (
    <div className={styles.frame}>
      {day !== null && <div className={styles.floatingDay}>{day}</div>}
      <Virtuoso
        ref={list}
        className={styles.log}
        role="region"
        tabIndex={0}
        aria-label={t('logOf', { name: ticket.contact.name })}
        data={rows}
        firstItemIndex={first}
        initialTopMostItemIndex={start}
        computeItemKey={(_, row) => row.key}
        itemContent={(_, row) => (
          <LogRow row={row} isGroup={ticket.isGroup} markedId={jump.marked} acts={acts} onCopy={copy} />
        )}
        followOutput={(isAtEnd) => (isAtEnd && !hasNewer ? 'auto' : false)}
        atTopThreshold={limits.olderMessagesAtPixels}
        atTopStateChange={setAtTop}
        atBottomThreshold={80}
        atBottomStateChange={(isAtEnd) => {
          stoodAtEnd.current = isAtEnd && !hasNewer
          setAtBottom(isAtEnd)
        }}
        onScroll={onScroll}
        // Who stands at the end stays there when the pane grows narrower and its rows higher.
        totalListHeightChanged={() => {
          if (stoodAtEnd.current) list.current?.scrollToIndex({ index: 'LAST', align: 'end' })
        }}
        increaseViewportBy={{ top: 600, bottom: 300 }}
        alignToBottom
        components={logParts}
      />
      <NewestButton
        messages={conversation.messages}
        isAtBottom={isAtBottom}
        hasNewer={hasNewer}
        onClick={toNewest}
      />
      {!hasNewer && <SpokenNews messages={conversation.messages} />}
      <TypingLine ticketId={ticket.id} />
      {shownInfo !== undefined && <MessageInfoDialog message={shownInfo} onClose={() => setInquired(null)} />}
      {deleting !== null && (
        <DeleteMessageDialog
          onConfirm={() => remove.mutateAsync(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  )
}

const noOutgoing: readonly Outgoing[] = []

/** Air between the last bubble and the composer. */
const logParts = { Footer: () => <div className={styles.foot} /> }

/** The rows, and where to begin: at what is unread, else at the end. Both are settled when the conversation opens. */
function useRows(ticket: TicketView, conversation: LoadedConversation, unread: number) {
  const { messages, events, hasMore, hasNewer, place } = conversation
  const all = useOutgoing(ticket.id)
  const outgoing = hasNewer ? noOutgoing : all // its place is below messages that are not here
  const [firstUnreadId] = useState(() => firstUnread(messages, ticket.id, unread))
  const rows = useMemo(
    () =>
      conversationRows({
        messages,
        outgoing,
        events,
        hasMore,
        firstUnreadId,
        dayOf: (at) => new Date(at).toDateString(),
      }),
    [messages, outgoing, events, hasMore, firstUnreadId],
  )
  const [start] = useState(() => {
    const wanted = rows.findIndex((row) => row.kind === 'message' && row.message.id === place.messageId)
    if (wanted >= 0) return { index: wanted, align: 'center' as const }
    const index = place.number > 0 ? -1 : rows.findIndex((row) => row.kind === 'new')
    return index < 0 ? { index: 'LAST' as const, align: 'end' as const } : { index, align: 'start' as const }
  })
  return { rows, start }
}

/** Older rows come before index 0 of what stood first, so that what is shown keeps its place. */
function useFirstIndex(rows: readonly ConversationRow[]): number {
  const [anchor, setAnchor] = useState(() => anchorIn(rows))
  const at = anchor === undefined ? -1 : rows.findIndex((row) => row.key === anchor.key)
  if (at < 0) {
    const next = anchorIn(rows)
    if (next?.key !== anchor?.key) setAnchor(next)
  }
  return firstItemIndex(anchor === undefined || at < 0 ? 0 : at - anchor.at)
}

/** The list stands at its top for a moment before it has gone to where it begins; that is nobody's wish for more. */
const settleMilliseconds = 120

/** Older messages come when the view is within 50 px of the top (CONVO-03), also when a page does not fill it. */
function useLoadOlder(isAtTop: boolean, { hasMore, isLoadingOlder, loadOlder }: LoadedConversation): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: loadOlder is new in every render and asks once at a time
  useEffect(() => {
    if (isAtTop && hasMore && !isLoadingOlder) return after(settleMilliseconds, loadOlder)
  }, [isAtTop, hasMore, isLoadingOlder])
}

/** Towards the newest again, page by page, when an older part of the conversation was gone to. */
function useLoadNewer(isAtBottom: boolean, { hasNewer, messages, loadNewer }: LoadedConversation): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above; each page that came is a reason to look again
  useEffect(() => {
    if (isAtBottom && hasNewer) return after(settleMilliseconds, loadNewer)
  }, [isAtBottom, hasNewer, messages.length])
}

/** Who sends something sees it. */
function useFollowSends(sends: number, toNewest: () => void): void {
  const [before] = useState(sends)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another message is a reason
  useEffect(() => {
    if (sends > before) toNewest()
  }, [sends])
}
