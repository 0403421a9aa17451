import { useCallback, useEffect, useRef, useState } from 'react'
import { after } from '../../lib/timers'
import type { LoadedConversation, Place } from './api/conversation'
import { type ConversationRow, keyAmong } from './conversation-rows'

/** A message that was jumped to is marked for this long. */
const markMilliseconds = 2_000

/** Goes to a message, also where it is not loaded, and marks it for a moment; a note that was asked for as well. */
export function useJump(
  rows: readonly ConversationRow[],
  { place, goTo }: LoadedConversation,
  scrollTo: (key: string) => void,
) {
  const [marked, setMarked] = useState(markOf(place)) // the list was opened for its sake
  const latest = useRef({ rows, goTo, scrollTo })
  useEffect(() => {
    latest.current = { rows, goTo, scrollTo }
  })

  useEffect(() => (marked === null ? undefined : after(markMilliseconds, () => setMarked(null))), [marked])
  const to = useCallback((messageId: number) => {
    const now = latest.current
    const key = keyAmong(now.rows, messageId)
    if (key === undefined) return now.goTo(messageId)
    now.scrollTo(key)
    setMarked(markOfMessage(messageId))
  }, [])
  return { marked, to }
}

/** `note-5` or `message-12`; null at the newest. */
function markOf({ messageId, noteId }: Pick<Place, 'messageId' | 'noteId'>): string | null {
  if (noteId !== null) return `note-${noteId}`
  return messageId === null ? null : markOfMessage(messageId)
}

/** What is marked in this row: its note, its message, or one of its pictures. */
export function markIn(row: ConversationRow, marked: string | null): string | null {
  if (marked === null) return null
  return marksOf(row).find((mark) => mark === marked) ?? null
}

function marksOf(row: ConversationRow): readonly string[] {
  if (row.kind === 'note') return [`note-${row.note.id}`]
  if (row.kind === 'album') return row.messages.map(({ id }) => markOfMessage(id))
  return row.kind === 'message' ? [markOfMessage(row.message.id)] : []
}

export function markOfMessage(messageId: number): string {
  return `message-${messageId}`
}
