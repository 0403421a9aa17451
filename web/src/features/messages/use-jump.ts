import { type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { after } from '../../lib/timers'
import type { ConversationPosition, LoadedConversation } from './api/conversation'
import { type ConversationRow, noteKeyOf, rowKeyOfMessage } from './conversation-rows'

/** How long the target of a jump stays highlighted. */
const markMilliseconds = 2_000

export type JumpToMessage = (messageId: number) => void

/** Jumps to a message, even one that is not loaded, and highlights it for a moment. */
export function useJumpToMessage(
  rows: readonly ConversationRow[],
  { place, goTo }: LoadedConversation,
  scrollTo: (key: string) => void,
  jumper?: RefObject<JumpToMessage | null>,
) {
  const [marked, setMarked] = useState(() => keyOfPlace(rows, place))
  const latest = useRef({ rows, goTo, scrollTo })
  useEffect(() => {
    latest.current = { rows, goTo, scrollTo }
  })

  useEffect(() => (marked === null ? undefined : after(markMilliseconds, () => setMarked(null))), [marked])
  const to = useCallback((messageId: number) => {
    const now = latest.current
    const key = rowKeyOfMessage(now.rows, messageId)
    if (key === undefined) return now.goTo(messageId)
    now.scrollTo(key)
    setMarked(key)
  }, [])
  useImperativeHandle(jumper, () => to, [to])
  return { marked, to }
}

/** The key of the row that a jump highlights. A note's key is returned even if the note is not loaded yet. */
function keyOfPlace(
  rows: readonly ConversationRow[],
  { messageId, noteId }: ConversationPosition,
): string | null {
  if (noteId !== null) return noteKeyOf(noteId)
  return messageId === null ? null : (rowKeyOfMessage(rows, messageId) ?? null)
}

/** The highlighted key, if it belongs to this row or to one of its pictures; else null. */
export function highlightedRowKeyIn(row: ConversationRow, marked: string | null): string | null {
  const keys = row.kind === 'album' ? row.parts : [row.key]
  return marked !== null && keys.includes(marked) ? marked : null
}
