import { type KeyboardEvent, type RefObject, useRef } from 'react'
import type { EvenRowsHandle } from '../../../ui/even-rows'

/** Marks what of a row takes the focus: its link, or Accept where a click opens nothing. */
export const rowTarget = 'data-row-target'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Arrows go from row to row, Home and End to the ends; Enter does what the row's link or button does. Rows that are not
 * on the page yet are brought there first.
 */
export function useRowKeys(count: number, list: RefObject<EvenRowsHandle | null>) {
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

/** The place in the list of the row in which this stands. */
function indexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row === null ? undefined : Number(row.dataset.index)
}

function targetAt(box: HTMLElement | null, index: number): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-index="${index}"] [${rowTarget}]`) ?? null
}

/** From the search field, or wherever one is, into the list; false where it has no row. */
export function focusFirstRow(from: HTMLElement): boolean {
  const row = from.closest('section')?.querySelector<HTMLElement>(`[${rowTarget}]`)
  row?.focus()
  return row !== null && row !== undefined
}
