import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusFirstRow, rowTarget } from './use-row-keys'

/**
 * Leaving a conversation returns the focus to the list: to its row, else to the first row, else to the tab. Nothing moves
 * while another element has the focus.
 */
export function useFocusInList(openUuid: string | undefined): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null)
  const before = useRef(openUuid)
  // A layout effect runs before the paint: the focus is never lost in between.
  useLayoutEffect(() => {
    const left = before.current
    before.current = openUuid
    if (left === undefined || openUuid !== undefined || document.activeElement !== document.body) return
    const row = pane.current?.querySelector<HTMLElement>(`a[href*="${left}"][${rowTarget}]`)
    if (row !== null && row !== undefined) row.focus()
    else if (pane.current !== null && !focusFirstRow(pane.current)) focusTab(pane.current)
  }, [openUuid])
  return pane
}

function focusTab(pane: HTMLElement): void {
  const chosen = [...pane.querySelectorAll<HTMLElement>('[role="tab"][aria-selected="true"]')]
  chosen.at(-1)?.focus()
}
