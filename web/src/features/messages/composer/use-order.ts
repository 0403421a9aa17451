import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** A copy of the list with one item moved. Without change if `to` is outside the list. */
export function withItemMoved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  const others = items.filter((_, at) => at !== from)
  return [...others.slice(0, to), item, ...others.slice(to)]
}

/** Reorders the rows in the element `list` by a grip in each row: by dragging, or with the arrow keys. */
export function useReorderByGrip<Item extends { readonly id: string }>(
  items: readonly Item[],
  onChange: (items: readonly Item[]) => void,
) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const follow = useEffectEvent((event: globalThis.PointerEvent) => {
    const from = items.findIndex(({ id }) => id === dragged)
    const to = rowAt(list.current, event.clientY)
    if (to !== undefined && to !== from) onChange(withItemMoved(items, from, to))
  })

  // Listens on the window, because the grip moves with its row and would lose a captured pointer.
  useEffect(() => {
    if (dragged === null) return
    const listening = new AbortController()
    const { signal } = listening
    const end = () => setDragged(null)
    window.addEventListener('pointermove', (event) => follow(event), { signal })
    window.addEventListener('pointerup', end, { signal })
    window.addEventListener('pointercancel', end, { signal })
    return () => listening.abort()
  }, [dragged])

  return {
    list,
    dragged,
    grip: (place: number) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) setDragged(items[place]?.id ?? null)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
        if (step === undefined) return
        event.preventDefault()
        onChange(withItemMoved(items, place, place + step))
      },
    }),
  }
}

function rowAt(list: HTMLElement | null, y: number): number | undefined {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect())
  const at = rows.findIndex(({ top, bottom }) => y >= top && y < bottom)
  return at < 0 ? undefined : at
}
