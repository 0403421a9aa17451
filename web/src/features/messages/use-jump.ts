import { useCallback, useEffect, useRef, useState } from 'react'
import { after } from '../../lib/timers'
import type { LoadedConversation, Place } from './api/conversation'
import { type ConversationRow, isRowOf } from './conversation-rows'

/** A message that was jumped to is marked for this long. */
const markMilliseconds = 2_000

/** Goes to a message, also where it is not loaded, and marks it for a moment; a note that was asked for as well. */
export function useJump(
  rows: readonly ConversationRow[],
  { place, goTo }: LoadedConversation,
  scrollTo: (key: string) => void,
) {
  const [marked, setMarked] = useState(rowOf(place)) // the list was opened for its sake
  const latest = useRef({ rows, goTo, scrollTo })
  useEffect(() => {
    latest.current = { rows, goTo, scrollTo }
  })

  useEffect(() => (marked === null ? undefined : after(markMilliseconds, () => setMarked(null))), [marked])
  const to = useCallback((messageId: number) => {
    const now = latest.current
    const wanted = now.rows.find((row) => isRowOf(row, messageId))
    if (wanted === undefined) return now.goTo(messageId)
    now.scrollTo(wanted.key)
    setMarked(rowOf({ messageId, noteId: null }))
  }, [])
  return { marked, to }
}

/** What marks a row: `note-5` or `message-12`; null at the newest. */
function rowOf({ messageId, noteId }: Pick<Place, 'messageId' | 'noteId'>): string | null {
  if (noteId !== null) return `note-${noteId}`
  return messageId === null ? null : `message-${messageId}`
}

export function isMarkedRow(row: ConversationRow, marked: string | null): boolean {
  if (marked === null) return false
  if (row.kind === 'note') return marked === `note-${row.note.id}`
  if (row.kind === 'album') return row.messages.some(({ id }) => marked === `message-${id}`)
  return row.kind === 'message' && marked === `message-${row.message.id}`
}
