import { type PointerEvent, useRef } from 'react'

/** A finger that went so far to the right means it. */
const enoughPixels = 56
const mostPixels = 72
/** Before that nobody can tell a swipe from scrolling. */
const firstPixels = 12

/**
 * What a bubble listens to so that a finger that draws it to the right replies to it, as phones do. It follows the finger
 * and goes back. Where there is nothing to do, no finger is heard.
 */
export function useSwipe(onSwipe: (() => void) | undefined) {
  const begun = useRef<{ readonly x: number; readonly y: number; isSwipe: boolean } | null>(null)

  function move(event: PointerEvent<HTMLElement>): void {
    const { current: from } = begun
    if (from === null) return
    const [right, down] = [event.clientX - from.x, Math.abs(event.clientY - from.y)]
    const hasMoved = Math.max(Math.abs(right), down) >= firstPixels
    if (!from.isSwipe && hasMoved && right < 2 * down) end(event)
    else if (!from.isSwipe && hasMoved) {
      from.isSwipe = true
      event.currentTarget.setPointerCapture(event.pointerId) // what lies below the finger is not pressed
    }
    if (from.isSwipe) shift(event.currentTarget, Math.max(0, Math.min(right, mostPixels)))
  }
  function end({ currentTarget }: PointerEvent<HTMLElement>): void {
    begun.current = null
    shift(currentTarget, 0)
  }

  if (onSwipe === undefined) return {}
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { pointerType, isPrimary, currentTarget, target, clientX: x, clientY: y } = event
      // What is opened from a bubble, as its picture, lies in it for React and elsewhere on the page.
      const isHere = target instanceof Element && currentTarget.contains(target) && !isDrawnItself(target)
      begun.current = pointerType === 'touch' && isPrimary && isHere ? { x, y, isSwipe: false } : null
    },
    onPointerMove: move,
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const { current: from } = begun
      end(event)
      if (from?.isSwipe === true && event.clientX - from.x >= enoughPixels) onSwipe()
    },
    onPointerCancel: end, // the list scrolls
  }
}

/** In a film or sound the finger goes to another moment of it. */
function isDrawnItself(target: Element): boolean {
  return target.closest('video, [role=slider]') !== null
}

function shift(element: HTMLElement, pixels: number): void {
  element.style.transform = pixels === 0 ? '' : `translateX(${pixels}px)`
  element.style.transition = pixels === 0 ? '' : 'none' // it lies under the finger, and glides back
}
