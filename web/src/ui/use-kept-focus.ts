import { useEffect, useRef } from 'react'

/** Focuses the main button when the focused element was unmounted; Tab would otherwise start at the first link. */
export function useFocusMainAction(): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const listening = new AbortController()
    const on = (name: 'focusin' | 'pointerdown', listener: (event: Event) => void) =>
      document.addEventListener(name, listener, { signal: listening.signal })
    on('focusin', ({ target }) => {
      last.current = ofThePage(target)
    })
    on('pointerdown', () => {
      last.current = null // A click on the background removes the focus on purpose.
    })
    return () => listening.abort()
  }, [])
  useEffect(() => {
    const isLost = document.activeElement === document.body && last.current?.isConnected === false
    if (isLost && document.querySelector('[role="dialog"]') === null) mainAction()?.focus()
  })
}

/** The target if it is in the page's content; null in the drawer, the top bar and toasts. */
function ofThePage(target: EventTarget | null): Element | null {
  return target instanceof Element && target.closest('main, [role="presentation"]') !== null ? target : null
}

function mainAction(): HTMLButtonElement | undefined {
  const all = document.querySelectorAll<HTMLButtonElement>('main [data-actions] button')
  return [...all].findLast(({ disabled }) => !disabled)
}
