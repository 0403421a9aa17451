import { type KeyboardEvent, type RefObject, useRef } from 'react'
import type { VirtualRowsHandle } from '../../../ui/even-rows'

/** The attribute of a row's focusable element: its link, or Accept for a pending ticket. */
export const rowFocusTargetAttribute = 'data-row-target'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The keys of the list: arrow keys, Home, End, and Enter, which activates the row's link or button. */
export function useRowKeyboardNavigation(count: number, list: RefObject<VirtualRowsHandle | null>) {
  const box = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = indexOf(event.target)
    const next = at === undefined ? undefined : nextIndex(event.key, at, count)
    if (next === undefined) return
    event.preventDefault()
    focusRow(next)
  }

  function focusRow(index: number): void {
    list.current?.show(index)
    targetAt(box.current, index)?.focus()
  }

  return { box, onKeyDown }
}

function nextIndex(key: string, at: number, count: number): number | undefined {
  const step = steps[key]
  if (step !== undefined) return Math.min(count - 1, Math.max(0, at + step))
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

function indexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row === null ? undefined : Number(row.dataset.index)
}

function targetAt(box: HTMLElement | null, index: number): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-index="${index}"] [${rowFocusTargetAttribute}]`) ?? null
}

/** Moves the focus to the first row of the section's list; false for an empty list. */
export function focusFirstTicketRow(from: HTMLElement): boolean {
  const row = from.closest('section')?.querySelector<HTMLElement>(`[${rowFocusTargetAttribute}]`)
  row?.focus()
  return row !== null && row !== undefined
}
