import type { TicketView } from '@balcao/contract/tickets'
import Button from '@mui/material/Button'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field'
import styles from './notes.module.css'
import { useWriteNote } from './use-write-note'

/** A note about the ticket. What is being written is kept while other tickets are opened, and over a reload. */
export function NoteForm({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('notes')
  const { text, problem, isWaiting, write, send } = useWriteNote(ticket)

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
