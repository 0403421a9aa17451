import { limits } from '@balcao/domain/limits'
import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import styles from './even-rows.module.css'

export interface VirtualRowsHandle {
  /** Scrolls as little as possible until the row is in view; the row is mounted when this returns. */
  show(index: number): void
}

interface EvenRowsProps<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly children: (row: Row) => ReactNode
  readonly foot: ReactNode
  /** Called when the end is within 100 px of the view (GEN-11), also when the rows do not fill the box. */
  readonly onNearEnd: () => void
  readonly place: () => number
  readonly onPlace: (place: number) => void
  readonly ref?: Ref<VirtualRowsHandle>
}

/** In px: rows this near to the view are mounted too, so that fast scrolling shows no empty area. */
const overscanRows = 200

/** A virtual list of rows of equal height, which mounts only the rows near the view. */
export function VirtualRows<Row>(props: EvenRowsProps<Row>) {
  const { rows, keyOf, children, foot, onNearEnd, place, onPlace, ref } = props
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const unscrolled = useRef(true)
  const [beginning] = useState(place)
  const [top, setTop] = useState(beginning)
  const [{ rowHeight, room }, setSizes] = useState({ rowHeight: 76, room: window.innerHeight })
  // Limits the stored position, because the list may have become shorter since.
  const lowest = Math.max(0, rows.length * rowHeight - room)
  const seen = Math.min(top, lowest)
  const first = Math.max(0, Math.floor((seen - overscanRows) / rowHeight))
  const last = Math.min(rows.length, Math.ceil((seen + room + overscanRows) / rowHeight))
  const nearEnd = lowest - limits.listEndPixels
  const isEndNear = seen >= nearEnd

  useLayoutEffect(() => {
    const sizes = new ResizeObserver(measure)
    for (const element of [box.current, list.current]) if (element !== null) sizes.observe(element)
    measure()
    return () => sizes.disconnect()

    function measure(): void {
      const row = list.current?.firstElementChild?.getBoundingClientRect().height ?? 0
      const seen = box.current?.clientHeight ?? 0
      if (row > 0 && seen > 0)
        setSizes((before) =>
          before.rowHeight === row && before.room === seen ? before : { rowHeight: row, room: seen },
        )
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: again once the list has the height of its rows
  useLayoutEffect(() => {
    if (box.current !== null && unscrolled.current) box.current.scrollTop = beginning
  }, [rowHeight])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a shorter list moves the box without a scroll event
  useLayoutEffect(() => {
    if (box.current !== null && box.current.clientHeight > 0) setTop(stepOf(box.current.scrollTop))
  }, [rowHeight, rows.length])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end that comes near
  useEffect(() => {
    if (isEndNear) onNearEnd()
  }, [isEndNear, rows.length])

  useImperativeHandle(ref, () => ({
    show(index) {
      if (box.current === null) return
      const above = index * rowHeight
      box.current.scrollTop = Math.min(above, Math.max(box.current.scrollTop, above + rowHeight - room))
      flushSync(() => setTop(box.current?.scrollTop ?? 0))
    },
  }))

  /**
   * Rounds the scroll position to whole rows, so that React renders only when other rows, or the end, come
   * near the view.
   */
  function stepOf(scrollTop: number): number {
    const row = Math.floor(scrollTop / rowHeight) * rowHeight
    return scrollTop >= nearEnd ? Math.max(row, nearEnd) : row
  }

  return (
    <div
      ref={box}
      className={styles.box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        unscrolled.current = false
        setTop(stepOf(currentTarget.scrollTop))
        onPlace(currentTarget.scrollTop)
      }}
    >
      <ul
        ref={list}
        style={{ paddingTop: first * rowHeight, paddingBottom: (rows.length - last) * rowHeight }}
      >
        {rows.slice(first, last).map((row, at) => (
          <li key={keyOf(row)} data-index={first + at}>
            {children(row)}
          </li>
        ))}
      </ul>
      {foot}
    </div>
  )
}
