import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the page's main button after an update has unmounted the focused element: the add button
 * of an empty list, a deleted row, or the button that opened a dialog. Otherwise Tab would start again before
 * the page's first link. The hook checks after each render of its page.
 */
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

/**
 * The target, if it is in the page's content, or in a dialog or menu over it; null for the drawer, the top
 * bar and toasts.
 */
function ofThePage(target: EventTarget | null): Element | null {
  return target instanceof Element && target.closest('main, [role="presentation"]') !== null ? target : null
}

/**
 * The last enabled button of the page's actions: in an empty or failed list, or else in the page's header.
 */
function mainAction(): HTMLButtonElement | undefined {
  const all = document.querySelectorAll<HTMLButtonElement>('main [data-actions] button')
  return [...all].findLast(({ disabled }) => !disabled)
}
