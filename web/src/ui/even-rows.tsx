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
  /** The last row is near, or is shown though it fills no box. */
  readonly onNearEnd: () => void
  /** Where it stood when it was last shown, in px from its beginning, and who keeps that. */
  readonly place: number
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
  const [top, setTop] = useState(place)
  const [{ rowHeight, room }, setSizes] = useState({ rowHeight: 76, room: window.innerHeight })
  const first = Math.min(rows.length, Math.max(0, Math.floor((top - beyond) / rowHeight)))
  const last = Math.min(rows.length, Math.ceil((top + room + beyond) / rowHeight))
  const isEndNear = last === rows.length

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
    if (box.current !== null && unscrolled.current) box.current.scrollTop = place
  }, [rowHeight])
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

  return (
    <div
      ref={box}
      className={styles.box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        unscrolled.current = false
        // Row by row: nothing changes in between.
        setTop(Math.floor(currentTarget.scrollTop / rowHeight) * rowHeight)
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
