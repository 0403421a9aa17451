import { type KeyboardEvent, useState, type WheelEvent } from 'react'

const largest = 4
const step = 1.5

/** How much larger than it fits a picture is shown; moving about is the scrolling of what holds it. */
export function useZoom() {
  const [scale, setScale] = useState(1)
  const change = (factor: number) =>
    setScale((now) => {
      const next = Math.min(largest, Math.max(1, now * factor))
      return next < 1.05 ? 1 : next
    })
  return {
    isZoomed: scale > 1,
    style: scale > 1 ? { width: `${scale * 100}%`, maxWidth: 'none', maxHeight: 'none' } : {},
    in: () => change(step),
    out: () => change(1 / step),
    reset: () => setScale(1),
    toggle: () => setScale((now) => (now > 1 ? 1 : 2)),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === '+' || event.key === '=') change(step)
      if (event.key === '-') change(1 / step)
      if (event.key === '0') setScale(1)
    },
    onWheel: ({ ctrlKey, deltaY }: WheelEvent) => {
      if (ctrlKey || scale === 1) change(deltaY < 0 ? 1.15 : 1 / 1.15)
    },
  }
}
