import type { MessageView } from '@balcao/contract/messages'
import type { NoteView } from '@balcao/contract/notes'
import type { TicketView } from '@balcao/contract/tickets'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { capabilitiesOf } from '@balcao/domain/providers'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsSharedHistory } from '../../lib/shared-history'
import { useCloseOnBack } from '../../ui/back-closes'
import { lazyComponent } from '../../ui/later'
import type { ConversationPosition, LoadedConversation } from './api/conversation'
import { useDeleteMessage, useReactToMessage, useRetryMessage } from './api/messages'
import type { MessageActionHandlers } from './bubble/message-bubble'
import { MessageMenu, OpenMessageMenuContext } from './bubble/message-menu'
import { type ConversationRow, conversationRows, rowKeyOfMessage } from './conversation-rows'
import type { VcardContact } from './location-and-vcard'
import {
  NewMessageAnnouncer,
  NewNoteAnnouncer,
  ScrollToNewestButton,
  TypingIndicator,
  useFloatingDay,
} from './log-parts'
import { MessageLogRow } from './log-row'
import { isViewablePicture } from './message-kind'
import styles from './message-log.module.css'
import { useNoteComponents } from './note-parts'
import { makeSingleTabStop } from './one-tab-stop'
import { useOutgoingMessages } from './outbox'

import type { ScrollTarget } from './steady/reading-place'
import { type ScrollState, StableScrollList } from './steady/steady-list'

import { useCopyToClipboard } from './use-copy'
import { highlightedRowKeyIn, type JumpToMessage, useJumpToMessage } from './use-jump'

const MessageInfoDialog = lazyComponent(() =>
  import('./message-info-dialog').then((it) => it.MessageInfoDialog),
)
const PictureViewer = lazyComponent(() => import('./bubble/picture-viewer').then((it) => it.PictureViewer))
const DeleteMessageDialog = lazyComponent(() =>
  import('./delete-message-dialog').then((it) => it.DeleteMessageDialog),
)

export interface MessageLogProps {
  readonly ticket: TicketView
  readonly conversation: LoadedConversation
  /** The number of unread messages when the conversation was opened. */
  readonly unread: number
  /** The number of messages that this browser has sent. Each increase scrolls to the end of the list. */
  readonly sends: number
  readonly isPeek?: boolean
  /** Receives the function that jumps to any message; the search beside the list calls it. */
  readonly jumper?: RefObject<JumpToMessage | null> | undefined
  readonly onReply?: ((message: MessageView) => void) | undefined
  readonly onEdit?: ((message: MessageView) => void) | undefined
  readonly onTalkTo?: ((contact: VcardContact) => void) | undefined
}

export function MessageLog(props: MessageLogProps) {
  const { ticket, conversation, unread, sends, isPeek = false, jumper, onReply, onEdit, onTalkTo } = props
  const { t } = useTranslation('messages')
  const isSharedHistory = useIsSharedHistory(ticket)
  const { deletesForEverybody: deletes, receipts } = capabilitiesOf(ticket.whatsapp?.provider ?? '')
  const list = useRef<StableScrollList<ConversationRow>>(null)
  // Both stay false until the list has scrolled to its start position, so that no older or newer page loads yet.
  const [view, setView] = useState({ isAtTop: false, isAtEnd: false })
  const [deleting, setDeleting] = useState<MessageView | null>(null)
  const [inquired, setInquired] = useState<MessageId | null>(null)
  const [opened, setOpened] = useState<MessageId | null>(null)
  const [menuOf, setMenuOf] = useState<MessageId | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => (frame.current === null ? undefined : makeSingleTabStop(frame.current)), [])
  const { notes } = useNoteComponents()
  const { rows, start, firstUnreadId } = useRows(ticket, conversation, notes ?? none, unread)
  const { day, showDayOf } = useFloatingDay(rows)
  const scrollTo = (key: string) => list.current?.goTo({ key, align: 'center' })
  const jump = useJumpToMessage(rows, conversation, scrollTo, jumper)
  const remove = useDeleteMessage(conversation.cacheMessage)
  const retry = useRetryMessage(conversation.cacheMessage)
  const react = useReactToMessage(conversation.cacheMessage)
  const copy = useCopyToClipboard()

  const { hasNewer, goToNewest } = conversation
  const toNewest = () => (hasNewer ? goToNewest() : list.current?.goTo('end'))
  const shownInfo = conversation.messages.find(({ id }) => id === inquired)
  const shownMenu = conversation.messages.find(({ id, isDeleted }) => id === menuOf && !isDeleted)
  const shownPicture = conversation.messages.find((one) => one.id === opened && isViewablePicture(one))

  useLoadNearEnds(view, conversation)
  useFollowSends(sends, toNewest)
  useCloseOnBack(shownMenu !== undefined, () => setMenuOf(null))
  useCloseOnBack(shownPicture !== undefined, () => setOpened(null))
  useFocusAfter(shownPicture !== undefined, () => list.current?.focus())

  const acts = useMemo<MessageActionHandlers>(
    () => ({
      onReply,
      // `onReply` is absent in a read-only conversation, which offers no reactions either.
      onReact: onReply && ((message, emoji) => react.mutate({ message, emoji })),
      onEdit,
      mayRepeat: !isPeek && !isSharedHistory,
      onDelete: isPeek || isSharedHistory || !deletes ? undefined : setDeleting,
      onRetry: retry.mutate,
      onCopy: (message) => copy(message.body),
      onMenu: ({ id }) => setMenuOf(id),
      onInfo: ({ id }) => setInquired(id),
      onJump: jump.to,
      onOpenPicture: ({ id }) => setOpened(id),
      onTalkTo,
    }),
    [onReply, onEdit, isPeek, isSharedHistory, deletes, retry.mutate, react.mutate, copy, jump.to, onTalkTo],
  )

  const onView = useCallback(
    ({ topKey, isAtTop, isAtEnd }: ScrollState) => {
      setView((known) =>
        known.isAtTop === isAtTop && known.isAtEnd === isAtEnd ? known : { isAtTop, isAtEnd },
      )
      showDayOf(topKey)
    },
    [showDayOf],
  )
  const rowOf = useCallback(
    (row: ConversationRow) => (
      <MessageLogRow
        row={row}
        isGroup={ticket.isGroup}
        marked={highlightedRowKeyIn(row, jump.marked)}
        acts={acts}
        onCopy={copy}
      />
    ),
    [ticket.isGroup, jump.marked, acts, copy],
  )

  return (
    <div ref={frame} className={styles.frame}>
      {day !== null && <div className={styles.floatingDay}>{day}</div>}
      <OpenMessageMenuContext value={shownMenu?.id ?? null}>
        <StableScrollList
          ref={list}
          label={t('logOf', { name: ticket.contact.name })}
          rows={rows}
          rowOf={rowOf}
          start={start}
          isWhole={!hasNewer}
          topPixels={limits.olderMessagesAtPixels}
          onView={onView}
        />
      </OpenMessageMenuContext>
      <ScrollToNewestButton
        messages={conversation.messages}
        firstUnreadId={firstUnreadId}
        isAtEnd={view.isAtEnd}
        hasNewer={hasNewer}
        onClick={toNewest}
      />
      {!hasNewer && <NewMessageAnnouncer messages={conversation.messages} />}
      {notes !== undefined && <NewNoteAnnouncer notes={notes} />}
      <TypingIndicator ticketId={ticket.id} />
      {shownMenu !== undefined && (
        <MessageMenu
          key={shownMenu.id}
          message={shownMenu}
          acts={acts}
          within={frame}
          onClose={() => setMenuOf(null)}
        />
      )}
      {shownInfo !== undefined && (
        <MessageInfoDialog message={shownInfo} receipts={receipts} onClose={() => setInquired(null)} />
      )}
      {shownPicture !== undefined && (
        <PictureViewer
          message={shownPicture}
          messages={conversation.messages}
          onShow={({ id }) => setOpened(id)}
          onGo={({ id }) => jump.to(id)}
          onClose={() => setOpened(null)}
        />
      )}
      {deleting !== null && (
        <DeleteMessageDialog
          onConfirm={() => remove.mutateAsync(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  )
}

const none: readonly never[] = []

/** Caches formatted days: each loaded page builds all rows again, and asks for the day of every message. */
const days = new Map<string, string>()
function dayOf(at: string): string {
  const known = days.get(at)
  if (known !== undefined) return known
  const day = new Date(at).toDateString()
  days.set(at, day)
  return day
}

/** The current rows, and what is fixed on mount: the first unread message, and the position where the list starts. */
function useRows(
  ticket: TicketView,
  conversation: LoadedConversation,
  notes: readonly NoteView[],
  unread: number,
) {
  const { messages, events, hasMore, hasNewer, place } = conversation
  const all = useOutgoingMessages(ticket.id)
  // Outgoing messages show below the newest message. While that is not loaded, they stay hidden.
  const outgoing = hasNewer ? none : all
  const [firstUnreadId] = useState(() => firstUnreadMessageId(messages, ticket.id, unread))
  const rows = useMemo(
    () =>
      conversationRows({
        messages,
        outgoing,
        events,
        notes,
        hasMore,
        hasNewer,
        firstUnreadId,
        ticket: { id: ticket.id, createdAt: ticket.createdAt },
        dayOf,
      }),
    [messages, outgoing, events, notes, hasMore, hasNewer, firstUnreadId, ticket.id, ticket.createdAt],
  )
  const [start] = useState(() => beginning(rows, place))
  return { rows, start, firstUnreadId }
}

function beginning(
  rows: readonly ConversationRow[],
  { number, messageId, noteId }: ConversationPosition,
): ScrollTarget | 'end' {
  const note = rows.find((row) => row.kind === 'note' && row.note.id === noteId)
  const key = note?.key ?? (messageId === null ? undefined : rowKeyOfMessage(rows, messageId))
  if (key !== undefined) return { key, align: 'center' }
  const isFirstVisit = number === 0
  return isFirstVisit && rows.some(({ kind }) => kind === 'new') ? { key: 'new', align: 'start' } : 'end'
}

/** Loads pages near both ends (CONVO-03). After a failure, scrolling to the end again retries. */
function useLoadNearEnds(
  view: { isAtTop: boolean; isAtEnd: boolean },
  conversation: LoadedConversation,
): void {
  const { isAtTop, isAtEnd } = view
  const { hasMore, hasNewer, isAtRest, loadOlder, loadNewer } = conversation
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a fetch is a reason; loadOlder is always new
  useEffect(() => {
    if (isAtTop && hasMore) loadOlder()
  }, [isAtTop, hasMore, isAtRest])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (isAtEnd && hasNewer) loadNewer()
  }, [isAtEnd, hasNewer, isAtRest])
}

function useFollowSends(sends: number, toNewest: () => void): void {
  const [before] = useState(sends)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another message is a reason
  useEffect(() => {
    if (sends > before) toNewest()
  }, [sends])
}

/** When the picture viewer closes and its opener is no longer mounted, the focus is lost: focuses the list. */
function useFocusAfter(isOpen: boolean, focusList: () => void): void {
  const wasOpen = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the closing is a reason
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) focusList()
    wasOpen.current = isOpen
  }, [isOpen])
}

/** The message below the "new messages" line: the oldest loaded unread message. */
export function firstUnreadMessageId(
  messages: readonly MessageView[],
  ticketId: TicketId,
  unread: number,
): number | undefined {
  if (unread <= 0) return undefined
  const incoming = messages.filter((message) => message.ticketId === ticketId && !message.fromMe)
  return incoming.at(-Math.min(unread, incoming.length))?.id
}
