import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { after } from '../lib/timers'
import styles from './tips.module.css'

/** A delay, so that a passing pointer shows no tip. */
const pointerDelayMs = 300
const touchDelayMs = 700
/** How long a tip stays after the finger is lifted, in milliseconds. */
const readingTime = 1_500
/** In px: the distance of a tip from its element, and from the edge of the page. */
const distance = 10
const margin = 4

const saysNow = 'tip-says-now'

export function showTooltip(bearer: HTMLElement): void {
  bearer.dispatchEvent(new Event(saysNow, { bubbles: true }))
}

/** Shows `data-tip` texts on hover, touch and focus. One component serves the page: rows have hundreds of tips. */
export function Tooltips() {
  const [named, setNamed] = useState<HTMLElement | null>(null)
  useEffect(() => followTips(setNamed), [])
  useEffect(() => (named === null ? undefined : onRemoved(named, () => setNamed(null))), [named])
  return named === null ? null : createPortal(<Tip named={named} />, document.body)
}

function Tip({ named }: { readonly named: HTMLElement }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current: tip } = box
    if (tip !== null) tip.style.transform = `translate(${placeOf(tip, named).map(Math.round).join('px, ')}px)`
  }, [named])
  return (
    <div ref={box} className={styles.tip} role="tooltip">
      {named.dataset.tip}
    </div>
  )
}

/** Watches the whole page, because no DOM event reports that an element was removed, for example with its row. */
function onRemoved(named: HTMLElement, act: () => void): () => void {
  const observer = new MutationObserver(() => !named.isConnected && act())
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

function followTips(setNamed: (named: HTMLElement | null) => void): () => void {
  let under: HTMLElement | null = null
  let named: HTMLElement | null = null // The element whose tip shows, or is about to show.
  let cancel: () => void = () => undefined
  function show(next: HTMLElement | null): void {
    named = next?.isConnected === true ? next : null
    setNamed(named)
  }
  function showAfter(milliseconds: number, next: HTMLElement | null): void {
    cancel()
    if (next !== null) named = next
    cancel = after(milliseconds, () => show(next))
  }
  function hide(): void {
    cancel()
    show(null)
  }
  function hover(next: HTMLElement | null): void {
    if (next === under) return
    under = next
    hide()
    if (next !== null) showAfter(pointerDelayMs, next)
  }

  const listening = new AbortController()
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { signal: listening.signal })
  on('pointerover', ({ target, pointerType }) => pointerType !== 'touch' && hover(bearerOf(target)))
  on('pointerout', ({ relatedTarget }) => relatedTarget === null && hover(null))
  on('pointerdown', ({ target, pointerType }) => {
    hide()
    if (pointerType === 'touch') showAfter(touchDelayMs, bearerOf(target))
  })
  on('pointerup', ({ pointerType }) => pointerType === 'touch' && showAfter(readingTime, null))
  on('pointercancel', hide)
  on('keydown', hide) // If the key moves the focus, `focusin` then shows the next tip.
  on('focusin', ({ target }) => {
    hide()
    if (target instanceof Element && target.matches(':focus-visible'))
      show(bearerOf(target) ?? tipBeside(target))
  })
  on('focusout', hide)
  document.addEventListener(
    saysNow,
    ({ target }) => {
      cancel()
      show(bearerOf(target))
      showAfter(readingTime, null)
    },
    { signal: listening.signal },
  )
  // Listens in the capture phase, because scroll events do not bubble.
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (target instanceof Node && named !== null && target.contains(named)) hide()
    },
    { capture: true, passive: true, signal: listening.signal },
  )
  window.addEventListener('resize', hide, { signal: listening.signal })
  return () => {
    cancel()
    listening.abort()
  }
}

/**
 * Finds the element whose tip shows while `target` has the focus: a neighbour in the same `data-tip-scope`
 * that cannot take the focus.
 */
function tipBeside(target: Element): HTMLElement | null {
  return target.closest('[data-tip-scope]')?.querySelector<HTMLElement>('[data-tip]:not(button)') ?? null
}

function bearerOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
}

/** The left and top position of a tip: below its element, or above it where there is no room below. */
function placeOf(tip: HTMLElement, named: HTMLElement): [number, number] {
  const { top, bottom, left, right, width, height } = named.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tip
  if (named.dataset.tipSide === 'right') return [right + distance, top + (height - offsetHeight) / 2]
  const below = bottom + distance
  const isRoom = below + offsetHeight + margin <= window.innerHeight
  const most = window.innerWidth - offsetWidth - margin
  return [
    Math.max(margin, Math.min(left + (width - offsetWidth) / 2, most)),
    isRoom ? below : top - distance - offsetHeight,
  ]
}
