import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState, type WheelEvent } from 'react'

const largest = 4
const step = 0.5
const wheelStep = 1.15

interface Point {
  readonly clientX: number
  readonly clientY: number
}

interface Zoom {
  readonly scale: number
  readonly fitted: { readonly width: number; readonly height: number }
}
const whole: Zoom = { scale: 1, fitted: { width: 0, height: 0 } }

/** Zooms a picture inside the scroll container `stage`. The point under the pointer stays in place. */
export function usePictureZoom(stage: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(whole)
  const held = useRef<(Point & { readonly across: number; readonly down: number }) | null>(null)
  const { scale, fitted } = zoom

  // biome-ignore lint/correctness/useExhaustiveDependencies: each other size is a reason
  useLayoutEffect(() => {
    const picture = stage.current?.querySelector('img')
    if (held.current === null || !picture || stage.current === null) return
    const { clientX, clientY, across, down } = held.current
    const { left, top, width, height } = picture.getBoundingClientRect()
    stage.current.scrollLeft += left + across * width - clientX
    stage.current.scrollTop += top + down * height - clientY
    held.current = null
  }, [zoom, stage])

  function zoomTo(wanted: number, point: Point = middleOf(stage.current)): void {
    const picture = stage.current?.querySelector('img')
    if (!picture) return
    const next = Math.min(largest, Math.max(1, wanted))
    const { left, top, width, height } = picture.getBoundingClientRect()
    if (width > 0 && height > 0)
      held.current = {
        ...point,
        across: (point.clientX - left) / width,
        down: (point.clientY - top) / height,
      }
    setZoom(next < 1.05 ? whole : { scale: next, fitted: scale === 1 ? { width, height } : fitted })
  }
  return {
    isZoomed: scale > 1,
    isLargest: scale === largest,
    style:
      scale > 1
        ? { width: fitted.width * scale, height: fitted.height * scale, maxWidth: 'none', maxHeight: 'none' }
        : {},
    in: () => zoomTo(scale + step),
    out: () => zoomTo(scale - step),
    reset: () => setZoom(whole),
    toggle: (point: Point) => zoomTo(scale > 1 ? 1 : 2, point),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === '+' || key === '=') zoomTo(scale + step)
      if (key === '-') zoomTo(scale - step)
      if (key === '0') setZoom(whole)
    },
    onWheel: ({ ctrlKey, deltaY, clientX, clientY }: WheelEvent) => {
      if (ctrlKey || scale === 1)
        zoomTo(deltaY < 0 ? scale * wheelStep : scale / wheelStep, { clientX, clientY })
    },
  }
}

function middleOf(stage: HTMLElement | null): Point {
  const { left = 0, top = 0, width = 0, height = 0 } = stage?.getBoundingClientRect() ?? {}
  return { clientX: left + width / 2, clientY: top + height / 2 }
}
