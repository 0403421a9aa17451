import { useEffect, useRef } from 'react'
import { useIsNarrow } from './use-media'

/**
 * A panel or menu that covers the page on a phone. It owns an entry of the browser's history, so that the
 * system's *back* closes it. The entry is a copy of the page's own entry with the number of open panels
 * added, so the router sees no navigation.
 */
interface Layer {
  readonly close: () => void
}

let open: readonly Layer[] = []
let isDue = false

function depth(): number {
  // The type is unknown, because other code also writes the history state.
  const { layers } = (window.history.state ?? {}) as { layers?: unknown }
  return typeof layers === 'number' ? layers : 0
}

/**
 * Adds or leaves history entries in a microtask, so that a panel that replaces another one takes over its
 * entry.
 */
function settleAfterTurn(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    for (let at = depth() + 1; at <= open.length; at += 1)
      window.history.pushState({ ...window.history.state, layers: at }, '')
    if (depth() > open.length) window.history.go(open.length - depth())
  })
}

function onPopState(): void {
  const left = depth()
  const gone = open.slice(left)
  open = open.slice(0, left)
  for (const { close } of gone.toReversed()) close()
  // Skips the remaining history entries of panels that were closed before, for example when the user left their page.
  if (left > open.length) window.history.go(open.length - left)
}

/** While `isOpen` in a narrow window, the system's *back* calls `close`. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const isNarrow = useIsNarrow()
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  const isLayer = isOpen && isNarrow
  useEffect(() => {
    if (!isLayer) return
    const layer: Layer = { close: () => latest.current() }
    window.addEventListener('popstate', onPopState) // The browser ignores a listener that it already has.
    open = [...open, layer]
    settleAfterTurn()
    return () => {
      open = open.filter((one) => one !== layer)
      settleAfterTurn()
    }
  }, [isLayer])
}
