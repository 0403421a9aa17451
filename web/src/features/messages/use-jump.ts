import { useCallback, useEffect, useRef, useState } from 'react'
import { after } from '../../lib/timers'
import type { LoadedConversation } from './api/conversation'
import type { ConversationRow } from './conversation-rows'

/** A message that was jumped to is marked for this long. */
const markMilliseconds = 2_000

/** Goes to a message, also where it is not loaded, and marks it for a moment. */
export function useJump(
  rows: readonly ConversationRow[],
  { place, goTo }: LoadedConversation,
  scrollTo: (key: string) => void,
) {
  const [marked, setMarked] = useState<number | null>(place.messageId) // the list was opened for its sake
  const latest = useRef({ rows, goTo, scrollTo })
  useEffect(() => {
    latest.current = { rows, goTo, scrollTo }
  })

  useEffect(() => (marked === null ? undefined : after(markMilliseconds, () => setMarked(null))), [marked])
  const to = useCallback((messageId: number) => {
    const now = latest.current
    const wanted = now.rows.find((row) => row.kind === 'message' && row.message.id === messageId)
    if (wanted === undefined) return now.goTo(messageId)
    now.scrollTo(wanted.key)
    setMarked(messageId)
  }, [])
  return { marked, to }
}
