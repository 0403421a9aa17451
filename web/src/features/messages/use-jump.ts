import { useCallback, useEffect, useState } from 'react'
import { after } from '../../lib/timers'
import type { LoadedConversation } from './api/conversation'
import type { ConversationRow } from './conversation-rows'

/** A message that was jumped to is marked for this long. */
const markMilliseconds = 2_000

/** Goes to a message, loading older pages until it is there, and marks it for a moment. */
export function useJump(
  rows: readonly ConversationRow[],
  { hasMore, isLoadingOlder, loadOlder }: LoadedConversation,
  scrollTo: (index: number) => void,
) {
  const [wanted, setWanted] = useState<number | null>(null)
  const [marked, setMarked] = useState<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrollTo and loadOlder are new in every render
  useEffect(() => {
    if (wanted === null) return
    const index = rows.findIndex((row) => row.kind === 'message' && row.message.id === wanted)
    if (index < 0 && hasMore) {
      if (!isLoadingOlder) loadOlder()
      return
    }
    setWanted(null)
    if (index < 0) return // deleted with its ticket: there is nowhere to go
    scrollTo(index)
    setMarked(wanted)
  }, [wanted, rows, hasMore, isLoadingOlder])

  useEffect(() => (marked === null ? undefined : after(markMilliseconds, () => setMarked(null))), [marked])
  return { marked, to: useCallback((messageId: number) => setWanted(messageId), []) }
}
