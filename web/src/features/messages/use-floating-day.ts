import { useState } from 'react'
import type { ConversationRow } from './conversation-rows'
import { useDayWords } from './day-words'

interface Range {
  readonly startIndex: number
}

/** The day of the topmost message, for the label that stays above the messages while their separator is out of sight. */
export function useFloatingDay(rows: readonly ConversationRow[], firstIndex: number) {
  const dayWords = useDayWords()
  const [top, setTop] = useState(firstIndex)
  const at = dayOfRow(rows, Math.max(0, top - firstIndex))
  return {
    day: at === null ? null : dayWords(at),
    onRange: ({ startIndex }: Range) => setTop(startIndex),
  }
}

/** When the row was said; null where the row says its day itself, or says nothing. */
export function dayOfRow(rows: readonly ConversationRow[], index: number): string | null {
  const row = rows[index]
  switch (row?.kind) {
    case 'message':
      return row.message.createdAt
    case 'outgoing':
      return row.outgoing.at
    default:
      return null
  }
}
