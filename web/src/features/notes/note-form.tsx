import type { TicketView } from '@balcao/contract/tickets'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { MentionSuggestionList } from '../../ui/name-panel'
import { TextField } from '../../ui/text-field'
import styles from './notes.module.css'
import { useNoteMentionSuggestions } from './use-note-naming'
import { useNoteEditor } from './use-write-note'

export function NoteForm({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('notes')
  const { text, problem, isWaiting, write, send } = useNoteEditor(ticket)
  const field = useRef<HTMLTextAreaElement>(null)
  const naming = useNoteMentionSuggestions({ ticketId: ticket.id, field, text, onText: write })

  function actOnKey(event: KeyboardEvent): void {
    if (naming.actOnKey(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div>
        <MentionSuggestionList naming={naming} />
        <TextField
          ref={field}
          label={t('new')}
          placeholder={t('placeholder')}
          multiline
          maxRows={8}
          value={text}
          error={problem}
          readOnly={isWaiting}
          suggestions={naming}
          onChange={(event) => {
            write(event.target.value)
            naming.look()
          }}
          onSelect={naming.look}
          onKeyDown={actOnKey}
        />
      </div>
      <Button type="submit" size="small" disabled={isWaiting}>
        {t('add')}
      </Button>
    </form>
  )
}
