import { type PointerEvent, useRef } from 'react'

/** The minimum length of a swipe to the right that replies. */
const enoughPixels = 56
const mostPixels = 72
/** In px: after this distance the direction of the finger decides between swiping and scrolling. */
const firstPixels = 12

/** The pointer handlers by which a swipe to the right replies to a bubble. The bubble follows the finger. */
export function useSwipeToReply(onSwipe: (() => void) | undefined) {
  const begun = useRef<{ readonly x: number; readonly y: number; isSwipe: boolean } | null>(null)

  function move(event: PointerEvent<HTMLElement>): void {
    const { current: from } = begun
    if (from === null) return
    const [right, down] = [event.clientX - from.x, Math.abs(event.clientY - from.y)]
    const hasMoved = Math.max(Math.abs(right), down) >= firstPixels
    if (!from.isSwipe && hasMoved && right < 2 * down) end(event)
    else if (!from.isSwipe && hasMoved) {
      from.isSwipe = true
      // The capture stops elements below the finger from getting a click.
      event.currentTarget.setPointerCapture(event.pointerId)
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
      // React also passes events of portals, such as the picture viewer. Only touches inside the bubble count.
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

/** Whether the touched element handles horizontal moves itself, as a video or audio player does for seeking. */
function isDrawnItself(target: Element): boolean {
  return target.closest('video, [role=slider]') !== null
}

function shift(element: HTMLElement, pixels: number): void {
  element.style.transform = pixels === 0 ? '' : `translateX(${pixels}px)`
  // A transition would make the bubble lag behind the finger, so only the way back is animated.
  element.style.transition = pixels === 0 ? '' : 'none'
}
