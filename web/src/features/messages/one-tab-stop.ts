/** The elements between which the arrow keys move: messages, notes, and folded event lines. */
const stops = 'article, [data-log-stop]'
/** The elements that the browser would make tab stops. */
const controls = 'a[href], button, input, textarea, select, audio, video, summary, [tabindex="0"]'
/** Elements that handle the arrow keys themselves. */
const usesArrows = 'input, textarea, select, audio, video, [role="slider"]'
/** The attribute with a control's original `tabindex` while the control is no tab stop; empty for none. */
const originalTabindex = 'data-kept-tabindex'

/**
 * Makes the list of messages within `frame` a single tab stop. ↑ and ↓ move between messages; Enter and the menu
 * key open a message's menu; Tab visits the controls of the focused message, then leaves the list. The function
 * sets `tabindex` in the document instead of through React, because controls mount and unmount in every kind of
 * bubble.
 */
export function makeSingleTabStop(frame: HTMLElement): () => void {
  const list = frame.querySelector<HTMLElement>('section')
  if (list === null) return () => undefined
  let activeRow: Element | null = null
  let isMenuKeyDown = false
  const listening = new AbortController()
  const { signal } = listening
  const coming = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element) quieten(node)
    if (activeRow !== null && !activeRow.isConnected) leave()
  })

  quieten(list)
  coming.observe(list, { childList: true, subtree: true })
  list.addEventListener('focusin', ({ target }) => enter(target), { signal })
  list.addEventListener('focusout', onFocusOut, { signal })
  list.addEventListener('keydown', onKeyDown, { signal })
  list.addEventListener('contextmenu', onContextMenu, { signal })
  return () => {
    listening.abort()
    coming.disconnect()
  }

  /** Removes controls from the tab order until their message has the focus, and lets scripts focus messages. */
  function quieten(part: Element): void {
    for (const stop of all(part, stops))
      if (!stop.hasAttribute('tabindex')) stop.setAttribute('tabindex', '-1')
    for (const control of all(part, controls)) {
      if (control === list || control.hasAttribute(originalTabindex) || activeRow?.contains(control) === true)
        continue
      control.setAttribute(originalTabindex, control.getAttribute('tabindex') ?? '')
      control.setAttribute('tabindex', '-1')
    }
  }

  function enter(target: EventTarget | null): void {
    const row = target instanceof Element ? rowOf(target) : null
    if (row === activeRow) return
    leave()
    if (row === null || list === null) return
    activeRow = row
    // The message is the tab stop in place of the list, so that Shift+Tab leaves the list.
    list.setAttribute('tabindex', '-1')
    for (const control of row.querySelectorAll(`[${originalTabindex}]`)) {
      const tabindex = control.getAttribute(originalTabindex) ?? ''
      control.removeAttribute(originalTabindex)
      if (tabindex === '') control.removeAttribute('tabindex')
      else control.setAttribute('tabindex', tabindex)
    }
  }

  function leave(): void {
    const left = activeRow
    activeRow = null
    list?.setAttribute('tabindex', '0')
    if (left !== null) quieten(left)
  }

  /** The element of the row that contains an element: a direct child of the list's content. */
  function rowOf(element: Element): Element | null {
    const content = list?.firstElementChild ?? null
    for (let at: Element | null = element; at !== null && at !== list; at = at.parentElement)
      if (at.parentElement === content) return at
    return null
  }

  function onFocusOut({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node) || list?.contains(relatedTarget) !== true) leave()
  }

  function onContextMenu(event: Event): void {
    if (isMenuKeyDown) event.preventDefault() // Our menu opens in place of the context menu of the browser.
    isMenuKeyDown = false
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event
    if (!(target instanceof HTMLElement) || event.defaultPrevented || altKey || ctrlKey || metaKey) return
    const stop = target.closest<HTMLElement>(stops)
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      if (target.matches(usesArrows)) return
      const next = nextTo(stop, key === 'ArrowUp' ? -1 : 1)
      // At the first or last message the browser scrolls as usual, which loads older messages at the top.
      if (next === undefined) return
      event.preventDefault()
      next.focus({ preventScroll: true })
      next.scrollIntoView({ block: 'nearest' })
      return
    }
    const isMenuKey = key === 'ContextMenu' || (key === 'F10' && shiftKey)
    if (stop === null || (!isMenuKey && !(key === 'Enter' && target === stop))) return
    const menu =
      stop.querySelector<HTMLElement>('[data-menu-of]') ?? stop.querySelector<HTMLElement>('button')
    if (menu === null) return
    event.preventDefault()
    isMenuKeyDown = isMenuKey
    menu.click()
  }

  /** The next stop in this direction. When the list itself has the focus, the lowest message in view. */
  function nextTo(stop: HTMLElement | null, step: 1 | -1): HTMLElement | undefined {
    const among = [...(list?.querySelectorAll<HTMLElement>(stops) ?? [])]
    if (stop !== null) return among[among.indexOf(stop) + step]
    const lowerEdge = list?.getBoundingClientRect().bottom ?? 0
    return among.findLast((one) => one.getBoundingClientRect().top < lowerEdge) ?? among.at(-1)
  }
}

function all(part: Element, selector: string): Element[] {
  return [...(part.matches(selector) ? [part] : []), ...part.querySelectorAll(selector)]
}
