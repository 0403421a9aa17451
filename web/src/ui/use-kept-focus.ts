import { useEffect, useRef } from 'react'

/**
 * What has the focus may go with an update: the button of a list that is empty no more, a row that was deleted, the dialog
 * whose opener is gone. Whoever was there goes on at the page's main action, and not above its first link. Looks after each
 * time its page is drawn.
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
      last.current = null // who clicks beside everything leaves the focus nowhere, and means it
    })
    return () => listening.abort()
  }, [])
  useEffect(() => {
    const isLost = document.activeElement === document.body && last.current?.isConnected === false
    if (isLost && document.querySelector('[role="dialog"]') === null) mainAction()?.focus()
  })
}

/** What stands in the page, or over it in a dialog or menu; null for the drawer, the bar and toasts. */
function ofThePage(target: EventTarget | null): Element | null {
  return target instanceof Element && target.closest('main, [role="presentation"]') !== null ? target : null
}

/** The last one: that of an empty list or of a failure, else that of the page's head. */
function mainAction(): HTMLButtonElement | undefined {
  const all = document.querySelectorAll<HTMLButtonElement>('main [data-actions] button')
  return [...all].findLast(({ disabled }) => !disabled)
}
