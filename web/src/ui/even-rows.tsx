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

export interface EvenRowsHandle {
  /** Scrolls as little as shows the row whole; it is in the document when this returns. */
  show(index: number): void
}

interface EvenRowsProps<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly children: (row: Row) => ReactNode
  /** Below the last row. */
  readonly foot: ReactNode
  /** The end is within 100 px of what is seen (GEN-11), also where the rows fill no box. */
  readonly onNearEnd: () => void
  /** Where it stood when it was last shown, in px from its beginning, asked as it comes; and who keeps that. */
  readonly place: () => number
  readonly onPlace: (place: number) => void
  readonly ref?: Ref<EvenRowsHandle>
}

/** In px: so far beyond what is seen rows are there, so that a finger finds them. */
const beyond = 200

/** A list of any length whose rows are of one height: only those near the view are in the document. */
export function EvenRows<Row>(props: EvenRowsProps<Row>) {
  const { rows, keyOf, children, foot, onNearEnd, place, onPlace, ref } = props
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const unscrolled = useRef(true)
  const [beginning] = useState(place)
  const [top, setTop] = useState(beginning)
  const [{ rowHeight, room }, setSizes] = useState({ rowHeight: 76, room: window.innerHeight })
  // There may be fewer rows than when it stood there: nobody scrolls beyond them.
  const lowest = Math.max(0, rows.length * rowHeight - room)
  const seen = Math.min(top, lowest)
  const first = Math.max(0, Math.floor((seen - beyond) / rowHeight))
  const last = Math.min(rows.length, Math.ceil((seen + room + beyond) / rowHeight))
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the list has become as high as its rows
  useLayoutEffect(() => {
    if (box.current !== null && unscrolled.current) box.current.scrollTop = beginning
  }, [rowHeight])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a shorter list moves the box without a scroll that says so
  useLayoutEffect(() => {
    if (box.current !== null && box.current.clientHeight > 0) setTop(stepOf(box.current.scrollTop))
  }, [rowHeight, rows.length])
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each end that comes near
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

  /** Row by row, and where the end comes near: nothing changes in between. */
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
