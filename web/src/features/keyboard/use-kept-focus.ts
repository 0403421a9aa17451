import { useEffect } from 'react'

interface Place {
  readonly element: HTMLElement
  readonly steps: readonly { readonly parent: Element; readonly index: number }[]
}

/** How many focused elements are remembered. When a dialog closes, the focus returns to an earlier one. */
const maxPlaces = 8
const focusable =
  'a[href],button:not(:disabled),input:not(:disabled,[type="file"]),textarea:not(:disabled),select:not(:disabled),[tabindex="0"]'

/**
 * Restores a focus that keyboard users lose. When the focused element leaves the page, its neighbour gets the
 * focus. When the focused element was disabled for a moment, it gets the focus back.
 */
export function useRestoreLostFocus(): void {
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
      places.length = Math.min(places.length, maxPlaces)
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

/**
 * Focuses the neighbour of the latest focused element of the page. Skips elements of a closed dialog, because
 * dialogs are mounted outside the page.
 */
function focusNear(places: readonly Place[]): void {
  const page = document.getElementById('content')
  for (const { steps } of places) {
    const mounted = steps.filter(({ parent }) => page?.contains(parent) === true)
    if (mounted.some(({ parent, index }) => focusAround(parent, index))) return
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
    one.focus() // A hidden element ignores `focus()`, so the next line checks the result.
    return document.activeElement === one
  })
}
