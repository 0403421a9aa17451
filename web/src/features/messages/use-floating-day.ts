import { type UIEvent, useState } from 'react'
import type { ConversationRow } from './conversation-rows'
import { useDayWords } from './day-words'

/** The day of the topmost message, for the label that stays above the messages while their separator is out of sight. */
export function useFloatingDay(rows: readonly ConversationRow[]) {
  const dayWords = useDayWords()
  const [top, setTop] = useState<number | null>(null)
  const at = top === null ? null : dayOfRow(rows, top)
  return {
    day: at === null ? null : dayWords(at),
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>) => setTop(topmostRow(currentTarget)),
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

/** Measured, because Virtuoso tells the rows it holds ready, which begin well above those that are seen. */
function topmostRow(scroller: HTMLElement): number | null {
  const edge = scroller.getBoundingClientRect().top
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-index]')) {
    if (row.getBoundingClientRect().bottom > edge) return Number(row.dataset.index)
  }
  return null
}
