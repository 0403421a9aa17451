import { noteForm } from '@balcao/contract/notes'
import type { TicketView } from '@balcao/contract/tickets'
import Button from '@mui/material/Button'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepText, keptText } from '../../lib/kept-texts'
import { useShortcut } from '../../lib/shortcuts'
import { TextField } from '../../ui/text-field'
import { useSubmit } from '../../ui/use-submit'
import { useAddNote } from './api/add-note'
import styles from './notes.module.css'

interface NoteFormProps {
  readonly ticket: TicketView
  /** A note was asked for by key, and this field came with it. */
  readonly takesFocus: boolean
}

/** A note about the ticket. What is being written is kept while other tickets are opened, and over a reload. */
export function NoteForm({ ticket, takesFocus }: NoteFormProps) {
  const { t } = useTranslation('notes')
  const [text, setText] = useState(() => keptText(ticket.id, 'note'))
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const add = useAddNote(ticket)
  const { submit, isWaiting } = useSubmit(async (note: string) => {
    await add.mutateAsync(note)
    setText('')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it comes
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [])
  useShortcut('note', () => field.current?.focus())

  function write(next: string): void {
    setText(next)
    setProblem(undefined)
    keepText(ticket.id, next, 'note')
  }
  /** NOTE-05, with the words of the contract. */
  function send(): void {
    const read = noteForm.safeParse({ note: text })
    setProblem(read.error?.issues[0]?.message)
    if (read.success) void submit(read.data.note)
  }
  function actOnKey(event: KeyboardEvent): void {
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
      <TextField
        ref={field}
        label={t('new')}
        placeholder={t('placeholder')}
        multiline
        maxRows={8}
        value={text}
        error={problem}
        readOnly={isWaiting}
        onChange={(event) => write(event.target.value)}
        onKeyDown={actOnKey}
      />
      <Button type="submit" size="small" disabled={isWaiting}>
        {t('add')}
      </Button>
    </form>
  )
}
