import { useEffect, useRef } from 'react'

/**
 * Moves a lost focus to the page's main button, instead of above its first link. An update may unmount the
 * focused element: the add button of an empty list, a deleted row, or the button that opened a dialog. The
 * hook checks after each render of its page.
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
 * The target, if it is in the page, or in a dialog or menu over it; null for the drawer, the top bar and
 * toasts.
 */
function ofThePage(target: EventTarget | null): Element | null {
  return target instanceof Element && target.closest('main, [role="presentation"]') !== null ? target : null
}

/**
 * The last enabled action: that of an empty list or of a failure, or else the last one in the page's head.
 */
function mainAction(): HTMLButtonElement | undefined {
  const all = document.querySelectorAll<HTMLButtonElement>('main [data-actions] button')
  return [...all].findLast(({ disabled }) => !disabled)
}
