import { noteForm } from '@balcao/contract/notes'
import type { TicketView } from '@balcao/contract/tickets'
import { useState } from 'react'
import { useSubmit } from '../../ui/use-submit'
import { useAddNote } from './api/add-note'
import { keepNoteDraft, useNoteDraft } from './note-draft'

/** A note being written about a ticket: its text, what is wrong with it (NOTE-05, in the contract's words), and storing it. */
export function useWriteNote(ticket: TicketView, onAdded?: () => void) {
  const text = useNoteDraft(ticket.id)
  const [problem, setProblem] = useState<string>()
  const add = useAddNote(ticket)
  const { submit, isWaiting } = useSubmit(async (note: string) => {
    await add.mutateAsync(note)
    onAdded?.()
  })

  function write(next: string): void {
    setProblem(undefined)
    keepNoteDraft(ticket.id, next)
  }
  function send(): void {
    const read = noteForm.safeParse({ note: text })
    setProblem(read.error?.issues[0]?.message)
    if (read.success) void submit(read.data.note)
  }
  return { text, problem, isWaiting, write, send }
}
