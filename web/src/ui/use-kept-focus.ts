import { useEffect, useRef } from 'react'

/**
 * An update may unmount the focused element: the button of a list that is no longer empty, a deleted row, a dialog whose
 * opener is unmounted. The focus then moves to the page's main action, instead of above its first link. Checks after each
 * render of its page.
 */
export function useKeptFocus(): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const listening = new AbortController()
    const on = (name: 'focusin' | 'pointerdown', listener: (event: Event) => void) =>
      document.addEventListener(name, listener, { signal: listening.signal })
    on('focusin', ({ target }) => {
      last.current = ofThePage(target)
    })
    on('pointerdown', () => {
      last.current = null // a click on the background drops the focus on purpose
    })
    return () => listening.abort()
  }, [])
  useEffect(() => {
    const isLost = document.activeElement === document.body && last.current?.isConnected === false
    if (isLost && document.querySelector('[role="dialog"]') === null) mainAction()?.focus()
  })
}

/** The element in the page, or in a dialog or menu over it; null for the drawer, the bar and toasts. */
function ofThePage(target: EventTarget | null): Element | null {
  return target instanceof Element && target.closest('main, [role="presentation"]') !== null ? target : null
}

/** The last one: that of an empty list or of a failure, else that of the page's head. */
function mainAction(): HTMLButtonElement | undefined {
  const all = document.querySelectorAll<HTMLButtonElement>('main [data-actions] button')
  return [...all].findLast(({ disabled }) => !disabled)
}
