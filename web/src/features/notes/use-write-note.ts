import { noteForm } from '@balcao/contract/notes'
import type { TicketView } from '@balcao/contract/tickets'
import { type RefObject, useState } from 'react'
import { useMentionSuggestions } from '../../ui/use-naming'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useMentionableColleagues } from './api/colleagues'
import { useAddNote } from './api/notes'
import { storeNoteDraft, useNoteDraft } from './note-draft'

/** The draft of a note about a ticket, with its validation error (NOTE-05). */
export function useNoteEditor(
  ticket: TicketView,
  field: RefObject<HTMLTextAreaElement | null>,
  onAdded?: () => void,
) {
  const text = useNoteDraft(ticket.id)
  const [problem, setProblem] = useState<string>()
  const add = useAddNote(ticket)
  const { submit, isWaiting } = useDelayedSubmit(async (note: string) => {
    await add.mutateAsync(note)
    onAdded?.()
  })

  const members = useMentionableColleagues(ticket.id, text)
  const naming = useMentionSuggestions({ field, text, onText: write, members })

  function write(next: string): void {
    setProblem(undefined)
    storeNoteDraft(ticket.id, next)
  }
  function send(): void {
    const read = noteForm.safeParse({ note: text })
    setProblem(read.error?.issues[0]?.message)
    if (read.success) void submit(read.data.note)
  }
  return { text, problem, isWaiting, write, send, naming }
}
