import type { TicketView } from '@balcao/contract/tickets'
import { MessageSquareText, Mic, StickyNote, Zap } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readStoredValue, storeValue } from '../../../lib/browser-storage'
import { useUser } from '../../../lib/session'
import { useIsSharedHistory } from '../../../lib/shared-history'
import { useShortcut } from '../../../lib/shortcuts'
import { IconButton } from '../../../ui/icon-button'
import { insertAtCursor } from '../../../ui/insert-at-cursor'
import { MessageField } from '../../../ui/message-field'
import fieldStyles from '../../../ui/message-field.module.css'
import { useIsPhone } from '../../../ui/use-media'
import { type DraftAttachment, emptyMessageDraft, isDraftEmpty, type MessageDraft } from '../drafts'
import { sendOutgoingMessage } from '../outbox'
import { newOutgoingMessage, type OutgoingContent } from '../outgoing'
import { quickAnswerSearchText } from '../quick-answers/find-answers'
import { useTicketQuickAnswers } from '../quick-answers/ticket-answers'
import { RecorderBar } from '../recorder/recorder-bar'
import { useRecorder } from '../recorder/use-recorder'
import { messagesOfDraft } from '../send-draft'
import { AttachMenu } from './attach-menu'
import { AttachmentStrip } from './attachment-strip'
import styles from './composer.module.css'
import {
  DraftProblemLine,
  draftProblemOf,
  ReplyWindowLine,
  SendingConnectionLine,
  useReplyWindowRemainingMs,
} from './composer-lines'
import {
  ComposerToolbar,
  ConnectionOutageLine,
  NoteButton,
  QuotedMessageBar,
  SendButton,
  SendTemplateButton,
} from './composer-parts'

import { useComposerFocus } from './use-composer-focus'
import { useSendTypingSignal } from './use-typing-signals'

export interface ComposerProps {
  readonly ticket: TicketView
  readonly draft: MessageDraft
  readonly onChange: (part: Partial<MessageDraft>) => void
  readonly onAttach: (files: readonly File[]) => void
  readonly onDetach: (files: readonly DraftAttachment[]) => void
  readonly onSent: () => void
  /** Starts editing our last message. */
  readonly onCorrectLast: () => void
  readonly onNote: () => void
  /** True when note mode (writing an internal note) has just closed: the field then takes the focus. */
  readonly takesFocus: boolean
  readonly mend?: ReactNode
  /** Renders the template picker; absent for a connection without templates. */
  readonly templatePicker?: ((onClose: () => void) => ReactNode) | undefined
}

/** Writes and sends messages. `memo` avoids a render when a message arrives. Sending is never debounced (GEN-12). */
export const Composer = memo(function Composer({ templatePicker, ...rest }: ComposerProps) {
  // The picker's state is held above the part that the end of the reply window unmounts, so the picker stays open.
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <ComposerOfState {...rest} onTemplate={templatePicker && (() => setPicking(true))} />
      {isPicking && templatePicker?.(() => setPicking(false))}
    </>
  )
})

type OfState = Omit<ComposerProps, 'templatePicker'> & { readonly onTemplate: (() => void) | undefined }

function ComposerOfState({ mend, ...rest }: OfState) {
  const { t } = useTranslation('messages')
  const isSharedHistory = useIsSharedHistory(rest.ticket)
  const leftMs = useReplyWindowRemainingMs(rest.ticket)
  if (rest.ticket.status === 'open' && leftMs === 0)
    return (
      <ClosedComposer
        why={t(rest.ticket.replyUntil === null ? 'window.never' : 'window.closed', {
          name: rest.ticket.whatsapp?.name ?? '',
        })}
        mend={rest.onTemplate && <SendTemplateButton onClick={rest.onTemplate} />}
        onNote={rest.onNote}
        takesFocus={rest.takesFocus}
      />
    )
  if (rest.ticket.status === 'open') return <OpenComposer {...rest} leftMs={leftMs} />
  // This viewer may only read the ticket. The server refuses even notes, so no button is offered (decision 0002).
  if (isSharedHistory) return <ComposerNotice why={t('composerReadOnly')} />
  return (
    <ClosedComposer
      why={t(`tickets:composerBlocked.${rest.ticket.status}`)}
      mend={mend}
      onNote={rest.onNote}
      takesFocus={rest.takesFocus}
    />
  )
}

interface ClosedComposerProps extends Pick<ComposerProps, 'mend' | 'onNote' | 'takesFocus'> {
  readonly why: string
}

/** Says why no message can be sent, and shows the button `mend`, which makes sending possible again (CONVO-23). */
function ClosedComposer({ why, mend, onNote, takesFocus }: ClosedComposerProps) {
  const note = useRef<HTMLButtonElement>(null)
  useShortcut('note', onNote)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [])
  return (
    <ComposerNotice why={why}>
      <span className={styles.closedActs}>
        <NoteButton ref={note} onClick={onNote} />
        {mend}
      </span>
    </ComposerNotice>
  )
}

function ComposerNotice({ why, children }: { why: string; children?: ReactNode }) {
  return (
    <div className={styles.composer}>
      <div className={styles.closed}>
        <p id="composer-closed">{why}</p>
        {children}
      </div>
    </div>
  )
}

function OpenComposer(props: Omit<OfState, 'mend'> & { leftMs: number | null }) {
  const { ticket, draft, takesFocus, leftMs } = props
  const { onTemplate, onChange, onAttach, onDetach, onSent, onCorrectLast, onNote } = props
  const { t } = useTranslation('messages')
  const user = useUser()
  const isPhone = useIsPhone()
  const [signs, setSigns] = useSignatureOption()
  const { text, quoted, attachments } = draft
  const recorder = useRecorder(ticket.id)
  const { recording } = recorder
  const field = useComposerFocus({
    quotedId: quoted?.id,
    files: attachments.length,
    isRecording: recording !== undefined,
    isPhone,
    takesFocus,
  })
  const signalTyping = useSendTypingSignal(ticket.id)
  const isAnswerWanted = quickAnswerSearchText(text) !== undefined
  const { quick, panel, question } = useTicketQuickAnswers(ticket, text, {
    onWords: (words) =>
      onChange({ text: isAnswerWanted ? words : insertAtCursor(field.current, text, words) }),
    onFile: (file, caption) =>
      post(
        { text: caption, quoted, attachments: [{ id: crypto.randomUUID(), file, caption: '' }] },
        { text: isAnswerWanted ? '' : text, quoted: null },
      ),
  })

  const circumstances = {
    ticketId: ticket.id,
    signAs: signs ? user.name : undefined,
    at: new Date().toISOString(),
    newUuid: () => crypto.randomUUID(),
  }
  const problem = draftProblemOf(ticket, draft, circumstances)

  /** Sends the messages of the draft `what`. The draft `left` replaces it. */
  function post(what: MessageDraft, left: Partial<MessageDraft>): void {
    const messages = messagesOfDraft(what, circumstances)
    if (messages.length === 0) return
    onChange(left)
    signalTyping('')
    for (const message of messages) sendOutgoingMessage(message)
    onSent()
    field.current?.focus()
  }

  useShortcut('reply', () => field.current?.focus())
  useShortcut('note', recording === undefined ? onNote : undefined)

  function send(): void {
    if (problem === null) post(draft, emptyMessageDraft)
  }

  function showAnswers(): void {
    quick.ask()
    field.current?.focus()
  }

  /** Sends a location or contacts as a separate message with the draft's quote. The text of the draft stays. */
  function share(content: OutgoingContent): void {
    sendOutgoingMessage({ ...newOutgoingMessage(ticket.id, content), quoted })
    onChange({ quoted: null })
    onSent()
    field.current?.focus()
  }

  /** Escape removes the attached files; the next Escape removes the quoted message. */
  function stepBack(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || isDraftEmpty({ ...draft, text: '' })) return
    event.preventDefault()
    if (attachments.length > 0) onDetach(attachments)
    else onChange({ quoted: null })
  }

  const answersAct = { words: t('quick.name'), Icon: Zap, act: showAnswers }
  const templateActs =
    onTemplate === undefined
      ? []
      : [{ words: t('common:template.send'), Icon: MessageSquareText, act: onTemplate }]
  const noteAct = { words: t('writeNote'), Icon: StickyNote, act: onNote }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles only Escape from the controls inside
    <div className={styles.composer} onKeyDown={stepBack}>
      <ConnectionOutageLine connectionId={ticket.whatsappId} />
      {leftMs === null ? (
        <SendingConnectionLine ticket={ticket} />
      ) : (
        <ReplyWindowLine ticket={ticket} leftMs={leftMs} />
      )}
      {problem !== null && <DraftProblemLine problem={problem} />}
      <div className={fieldStyles.box}>
        {panel}
        {quoted !== null && <QuotedMessageBar quoted={quoted} onCancel={() => onChange({ quoted: null })} />}
        {attachments.length > 0 && (
          <AttachmentStrip
            attachments={attachments}
            onChange={(next) => onChange({ attachments: next })}
            onRemove={(attachment) => {
              onDetach([attachment])
              if (!isPhone) field.current?.focus()
            }}
          />
        )}
        {recording !== undefined ? (
          <RecorderBar
            ticketId={ticket.id}
            recording={recording}
            isBusy={recorder.isBusy}
            onResume={() => recorder.resume(recording)}
            onDiscard={recorder.discard}
            onSend={() =>
              recorder.send(recording, quoted, () => {
                onChange({ quoted: null })
                onSent()
              })
            }
          />
        ) : (
          <div className={fieldStyles.line}>
            <ComposerToolbar
              signs={signs}
              onSigns={setSigns}
              attach={
                <AttachMenu
                  onFiles={onAttach}
                  onPlace={(place) => share({ kind: 'place', place })}
                  onContacts={(contacts) => share({ kind: 'contacts', contacts })}
                  others={[...templateActs, ...(isPhone ? [answersAct, noteAct] : [])]}
                />
              }
              acts={
                !isPhone && (
                  <>
                    <IconButton
                      label={answersAct.words}
                      aria-expanded={quick.isOpen}
                      onMouseDown={(event) => event.preventDefault()} // Keeps the focus in the field.
                      onClick={quick.isOpen ? quick.dismiss : showAnswers}
                    >
                      <Zap size={20} strokeWidth={1.75} aria-hidden />
                    </IconButton>
                    <NoteButton onClick={onNote} />
                  </>
                )
              }
              onEmoji={(emoji) => onChange({ text: insertAtCursor(field.current, text, emoji) })}
            >
              <MessageField
                ref={field}
                value={text}
                label={t(attachments.length > 0 ? 'caption' : 'write')}
                onChange={(next) => {
                  onChange({ text: next })
                  signalTyping(next)
                }}
                onSend={send}
                onFiles={onAttach}
                choices={{
                  listId: quick.listId,
                  activeId: quick.chosen && quick.optionId(quick.chosen),
                  isOpen: quick.isOpen && quick.answers.length > 0,
                  actOnKey: quick.actOnKey,
                }}
                onUp={isDraftEmpty(draft) ? onCorrectLast : undefined}
              />
            </ComposerToolbar>
            {isDraftEmpty({ ...draft, quoted: null }) ? (
              <IconButton label={t('recorder.begin')} disabled={recorder.isBusy} onClick={recorder.begin}>
                <Mic size={20} strokeWidth={1.75} aria-hidden />
              </IconButton>
            ) : (
              <SendButton label={t('send')} disabled={problem !== null} onClick={send} />
            )}
          </div>
        )}
      </div>
      {question}
    </div>
  )
}

/** Whether messages are signed with the user's name; on by default, stored in the browser (CONVO-16). */
export function useSignatureOption(): readonly [boolean, (signs: boolean) => void] {
  const [signs, setSigns] = useState(() => readStoredValue('signOption') !== 'false')
  return [
    signs,
    (next) => {
      storeValue('signOption', String(next))
      setSigns(next)
    },
  ]
}
