import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusFirstRow, rowTarget } from './use-row-keys'

/** Whoever leaves a conversation is in the list again, with the focus: on its row while it is there, else on the first,
 *  or on the tab where there is none. Nothing moves while the focus stands elsewhere. */
export function useFocusInList(openUuid: string | undefined): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null)
  const before = useRef(openUuid)
  // Before the browser paints: the focus never stands nowhere.
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
