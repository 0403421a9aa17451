import { useEffect } from 'react'

/** Where the focus stood: the way from the element up, and its place among the children at each step. */
interface Place {
  readonly element: HTMLElement
  readonly steps: readonly { readonly parent: Element; readonly index: number }[]
}

/** What has the focus, what opened it, and what opened that: dialogs and menus give back to what is below them. */
const mostPlaces = 8
const focusable =
  'a[href],button:not(:disabled),input:not(:disabled,[type="file"]),textarea:not(:disabled),select:not(:disabled),[tabindex="0"]'

/**
 * Who works by keyboard never loses the focus: when what has it leaves the page (a resolved ticket, a deleted note, a
 * row that moved to another list), what took its place gets it, or what stands beside it; when it was out of use for a
 * moment (a button that waits for its answer), it gets it again. After a pointer nothing moves.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const places: Place[] = []
    let byKeyboard = false
    const onKey = () => {
      byKeyboard = true
    }
    const onPointer = () => {
      byKeyboard = false
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === places[0]?.element) return
      places.unshift({ element: target, steps: stepsFrom(target) })
      places.length = Math.min(places.length, mostPlaces)
    }
    const observer = new MutationObserver((records) => {
      const last = places[0]?.element
      if (last === undefined || !byKeyboard || !isLost()) return
      if (!last.isConnected) focusNear(places)
      else if (records.some(({ type, target }) => type === 'attributes' && target.contains(last)))
        last.focus()
    })
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'inert'],
    })
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPointer, true)
    document.addEventListener('focusin', onFocus)
    return () => {
      observer.disconnect()
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPointer, true)
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function stepsFrom(element: Element): Place['steps'] {
  const steps: { parent: Element; index: number }[] = []
  for (let at = element; at.parentElement !== null; at = at.parentElement) {
    const parent = at.parentElement
    steps.push({ parent, index: Array.prototype.indexOf.call(parent.children, at) })
  }
  return steps
}

/** The newest place that still stands in the page itself: those of a closed dialog hung on the body alone. */
function focusNear(places: readonly Place[]): void {
  const page = document.getElementById('content')
  for (const { steps } of places) {
    const standing = steps.filter(({ parent }) => page?.contains(parent) === true)
    if (standing.some(({ parent, index }) => focusAround(parent, index))) return
  }
  page?.focus({ preventScroll: true })
}

function focusAround(parent: Element, index: number): boolean {
  return [parent.children[index], parent.children[index - 1], parent].some(
    (near) => near !== undefined && focusFirstIn(near),
  )
}

function focusFirstIn(element: Element): boolean {
  const candidates = [element, ...element.querySelectorAll(focusable)].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.matches(focusable),
  )
  return candidates.some((one) => {
    if (one.closest('[inert],[aria-hidden="true"]') !== null) return false
    one.focus() // what is not shown does not take it
    return document.activeElement === one
  })
}
