import type { TicketView } from '@balcao/contract/tickets'
import { Lock, SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../lib/shortcuts'
import { EmojiButton } from '../../ui/emoji-button'
import { IconButton } from '../../ui/icon-button'
import { insertAtCursor } from '../../ui/insert-at-cursor'
import { MessageField } from '../../ui/message-field'
import fieldStyles from '../../ui/message-field.module.css'
import { MentionSuggestionList } from '../../ui/name-panel'
import styles from './notes.module.css'

import { useNoteEditor } from './use-write-note'

interface NoteBoxProps {
  readonly ticket: TicketView
  readonly onAdded: () => void
  readonly onClose: () => void
}

/** Replaces the composer in note mode. Stays open after a note, so that the next text is not sent to the customer. */
export function NoteComposer({ ticket, onAdded, onClose }: NoteBoxProps) {
  const { t } = useTranslation('notes')
  const field = useRef<HTMLTextAreaElement>(null)
  const problemId = useId()
  const { text, problem, isWaiting, write, send, naming } = useNoteEditor(ticket, field, onAdded)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])
  useShortcut('note', () => field.current?.focus())
  useShortcut('reply', onClose)

  function sendAndStay(): void {
    send()
    field.current?.focus()
  }
  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles only Escape from the controls inside
    <div className={`${fieldStyles.box} ${styles.box}`} onKeyDown={leave}>
      <MentionSuggestionList naming={naming} />
      <div className={fieldStyles.line}>
        <span className={styles.lock}>
          <Lock size={18} strokeWidth={1.75} aria-hidden />
        </span>
        <EmojiButton
          className={styles.quiet ?? ''}
          onChoose={(emoji) => write(insertAtCursor(field.current, text, emoji))}
        />
        <MessageField
          ref={field}
          value={text}
          label={t('write')}
          readOnly={isWaiting}
          problemId={problem && problemId}
          onChange={(next) => {
            write(next)
            naming.look()
          }}
          onSend={sendAndStay}
          onSelect={naming.look}
          choices={naming}
        />
        <IconButton label={t('leave')} className={styles.quiet ?? ''} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <button
          type="button"
          className={fieldStyles.send}
          aria-label={t('keep')}
          title={t('keep')}
          disabled={isWaiting}
          onClick={sendAndStay}
        >
          <SendHorizontal size={20} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
      {problem !== undefined && (
        <p id={problemId} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
