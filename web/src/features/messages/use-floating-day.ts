import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConversationRow } from './conversation-rows'
import { useDayWords } from './day-words'

/** The day of the topmost message, for the label that floats above the messages while their separator is out of sight. */
export function useFloatingDay(rows: readonly ConversationRow[]) {
  const dayWords = useDayWords()
  const [day, setDay] = useState<string | null>(null)
  const latest = useRef({ rows, dayWords })
  useEffect(() => {
    latest.current = { rows, dayWords }
  })
  const showDayOf = useCallback((key: string | undefined) => {
    const { rows, dayWords } = latest.current
    const at = dayOfRow(rows.find((row) => row.key === key))
    setDay(at === null ? null : dayWords(at))
  }, [])
  return { day, showDayOf }
}

/** The time of the row; null where the row shows its day itself, or has no time. */
function dayOfRow(row: ConversationRow | undefined): string | null {
  switch (row?.kind) {
    case 'message':
      return row.message.createdAt
    case 'album':
      return row.messages[0]?.createdAt ?? null
    case 'outgoing':
      return row.outgoing.at
    case 'note':
      return row.note.createdAt
    default:
      return null
  }
}
