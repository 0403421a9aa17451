import type { MessageView } from '@balcao/contract/messages'
import type { TicketView } from '@balcao/contract/tickets'
import { capabilitiesOf } from '@balcao/domain/providers'
import { type DragEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useUser } from '../../lib/session'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { useConversation } from './api/conversation'
import { useMarkMessagesSeen } from './api/messages'
import { Composer, type ComposerProps } from './composer/composer'
import composer from './composer/composer.module.css'
import { MessageEditComposer } from './composer/correction-composer'
import { useEditableDraft } from './composer/use-draft'
import styles from './conversation.module.css'
import type { VcardContact } from './location-and-vcard'
import { isMessageEditable } from './message-kind'
import { MessageLog, type MessageLogProps } from './message-log'
import { useNoteComponents } from './note-parts'
import { ConversationSearchBar } from './search/search-bar'
import { ConversationSearchContext, type ConversationSearchState } from './search/searched-words'
import { stopSoundPlayer } from './sound/sound-desk'
import type { JumpToMessage } from './use-jump'

export interface ConversationProps {
  readonly ticket: TicketView
  /** The button that makes writing possible again, such as Accept or Reopen (CONVO-23). */
  readonly mend?: ReactNode
  readonly templatePicker?: ComposerProps['templatePicker']
  readonly onTalkTo: (contact: VcardContact) => void
  readonly isSearching?: boolean
  readonly onSearchEnd?: () => void
}

/** Shows the messages with a contact, and the composer. Mount this with the id of the ticket as key. */
export function Conversation(props: ConversationProps) {
  const { ticket, mend, templatePicker, onTalkTo, isSearching, onSearchEnd } = props
  const conversation = useConversation(ticket.id)
  // Stores the count on mount, because showing the messages marks them as read and resets it to 0.
  const [unread] = useState(ticket.unreadMessages)
  const { draft, change, attach, detach } = useEditableDraft(ticket.id)
  const [sends, setSends] = useState(0)
  const { NoteBox } = useNoteComponents()
  const [noteMode, setNoteMode] = useState<'never' | 'on' | 'left'>('never')
  const isNoting = noteMode === 'on'
  // In note mode replies are disabled, because a double click on a word would start a reply by accident.
  const canWrite = ticket.status === 'open' && !isNoting
  const can = capabilitiesOf(ticket.whatsapp?.provider ?? '')
  const onReply = useCallback((quoted: MessageView) => change({ quoted }), [change])
  const [correcting, setCorrecting] = useState<MessageView | null>(null)
  const user = useUser()
  useMarkMessagesSeen(ticket)
  useAskedMessage(conversation.goTo)
  useEffect(() => stopSoundPlayer, [])

  const messages = useRef(conversation.messages)
  useEffect(() => {
    messages.current = conversation.messages
  })
  const onSent = useCallback(() => setSends((before) => before + 1), [])
  const onNote = useCallback(() => setNoteMode('on'), [])
  const correctLast = useCallback(() => {
    const last = messages.current.findLast((message) => message.user?.id === user.id)
    if (can.edits && last !== undefined && isMessageEditable(last)) setCorrecting(last)
  }, [user.id, can])

  const [searched, setSearched] = useState<ConversationSearchState | null>(null)
  const jumper = useRef<JumpToMessage>(null)

  return (
    <DropZone className={styles.conversation ?? ''} onFiles={canWrite ? attach : undefined}>
      {isSearching === true && onSearchEnd !== undefined && (
        <ConversationSearchBar
          ticketId={ticket.id}
          onGo={(messageId) => jumper.current?.(messageId)}
          onSearched={setSearched}
          onClose={onSearchEnd}
        />
      )}
      <ConversationSearchContext value={searched}>
        <ConversationBody
          ticket={ticket}
          conversation={conversation}
          unread={unread}
          sends={sends}
          jumper={jumper}
          onReply={canWrite ? onReply : undefined}
          onEdit={canWrite && can.edits ? setCorrecting : undefined}
          onTalkTo={onTalkTo}
        />
      </ConversationSearchContext>
      {isNoting ? (
        <div className={composer.composer}>
          <NoteBox ticket={ticket} onAdded={onSent} onClose={() => setNoteMode('left')} />
        </div>
      ) : correcting !== null && canWrite ? (
        <MessageEditComposer
          key={correcting.id}
          message={correcting}
          takeIn={conversation.cacheMessage}
          onClose={() => setCorrecting(null)}
        />
      ) : (
        <Composer
          ticket={ticket}
          draft={draft}
          onChange={change}
          onAttach={attach}
          onDetach={detach}
          onSent={onSent}
          onCorrectLast={correctLast}
          onNote={onNote}
          takesFocus={noteMode === 'left'}
          mend={mend}
          templatePicker={templatePicker}
        />
      )}
    </DropZone>
  )
}

export function ReadOnlyConversation({ ticket }: { ticket: TicketView }) {
  const conversation = useConversation(ticket.id, true)
  const [unread] = useState(ticket.unreadMessages)
  return (
    <div className={styles.conversation}>
      <ConversationBody ticket={ticket} conversation={conversation} unread={unread} sends={0} isPeek />
    </div>
  )
}

function ConversationBody({ conversation, ...rest }: MessageLogProps) {
  const { t } = useTranslation('messages')
  if (conversation.error !== null) {
    return (
      <div className={styles.state}>
        <ErrorState title={t('loadFailed')} error={conversation.error} onRetry={conversation.reload} />
      </div>
    )
  }
  // The "new messages" line is placed once, on mount. So the list waits until cached messages were refetched.
  const isBehind = rest.unread > 0 && !conversation.isCaughtUp
  if (conversation.isLoading || isBehind) {
    return (
      <div className={styles.state}>
        <SkeletonRows rows={6} height={64} />
      </div>
    )
  }
  // After a jump to another part of the conversation, the new key remounts the list at the jump's target.
  return <MessageLog key={conversation.place.number} conversation={conversation} {...rest} />
}

/** Jumps to the target in the URL's fragment: `#message-12`, or a note, `#note-5-message-12`. */
function useAskedMessage(goTo: (messageId: number, noteId: number | null) => void): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: goTo is new in every render; `key` is each visit
  useEffect(() => {
    const place = placeNamed(hash)
    if (place !== undefined) goTo(place.messageId, place.noteId)
  }, [hash, key])
}

function placeNamed(hash: string): { messageId: number; noteId: number | null } | undefined {
  const [, noteDigits, digits] = /^#(?:note-(\d{1,10})-)?message-(-?\d{1,16})$/.exec(hash) ?? []
  if (digits === undefined) return undefined
  return { messageId: Number(digits), noteId: noteDigits === undefined ? null : Number(noteDigits) }
}

interface DropZoneProps {
  readonly className: string
  readonly onFiles: ((files: readonly File[]) => void) | undefined
  readonly children: ReactNode
}

/** Accepts files that are dropped anywhere on the conversation (CONVO-15). */
function DropZone({ className, onFiles, children }: DropZoneProps) {
  const { t } = useTranslation('messages')
  const [isOver, setOver] = useState(false)
  const bringsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    <section
      className={className}
      aria-label={t('conversation')}
      onDragOver={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault() // The browser would open the dropped file in place of this page.
        if (onFiles === undefined) event.dataTransfer.dropEffect = 'none'
        else setOver(true)
      }}
      onDragLeave={(event) => {
        // The DOM types `relatedTarget` as an `EventTarget`; of a drag event it is always a node, or null.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles?.([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && <div className={styles.drop}>{t('dropHere')}</div>}
    </section>
  )
}
