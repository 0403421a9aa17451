import { createRef, PureComponent, type ReactNode, useCallback } from 'react'
import { flushSync } from 'react-dom'
import { after } from '../../../lib/timers'
import {
  elementIn,
  goToElement,
  goToEnd,
  isNearEnd,
  pixelsFrom,
  placeIn,
  type ReadingPlace,
  type Row,
  scrollBy,
  type Target,
} from './reading-place'
import styles from './steady-list.module.css'
import { heightOf, type RowWindow, rowAt, windowAround } from './steady-window'

/** The reader's position. */
export interface View {
  /** The topmost row in sight. */
  readonly topKey: string | undefined
  readonly isAtTop: boolean
  readonly isAtEnd: boolean
}

interface SteadyListProps<AnyRow extends Row> {
  readonly label: string
  /** Each with a key of its own. A new array only after a change. */
  readonly rows: readonly AnyRow[]
  readonly rowOf: (row: AnyRow) => ReactNode
  /** The start position, read once: a row, else the end. */
  readonly start: Target | 'end'
  /** The last row is the end of the whole list. A list without its end never follows its last row. */
  readonly isWhole: boolean
  /** The distance from the first row at which the reader counts as at the top, in pixels. */
  readonly topPixels: number
  readonly onView: (view: View) => void
}

/** The height that is mounted above and below the view, renewed whenever less than `leastSparePixels` is left. */
const sparePixels = 700
const leastSparePixels = 300
/** In milliseconds: the list rests this long after its last scroll event. */
const untilRest = 150

/**
 * A long list of rows of any height that mounts only those near the view. When the rows change (others are added above,
 * pictures load, the pane narrows), the rows in view stay in place, and a view at the end stays at the end. A class,
 * because only `getSnapshotBeforeUpdate` measures the page right before it changes: the position at the last scroll event
 * is outdated while a finger or a wheel moves on.
 */
export class SteadyList<AnyRow extends Row> extends PureComponent<SteadyListProps<AnyRow>> {
  private readonly box = createRef<HTMLElement>()
  private readonly content = createRef<HTMLDivElement>()
  private readonly above = createRef<HTMLDivElement>()
  /** The pixels by which the space above the mounted rows differs from the heights of its rows. */
  private aboveMore = 0
  private readonly elements = new Map<string, HTMLElement>()
  private readonly heights = new Map<string, number>()
  private readonly sizes = new ResizeObserver(() => this.onResize())
  private cancelRest: () => void = () => undefined
  private target: Target | 'end' | null = this.props.start
  private settledSize = ''
  private settledHeight = 0
  private place: ReadingPlace = { isAtEnd: true, toEnd: 0, lastKey: undefined, seen: [] }
  private shown: RowWindow = { from: 0, to: 0 }
  /** The mounted rows, from the top down. */
  private mounted: readonly AnyRow[] = []
  private keys: readonly string[] = []
  /** The index of a row, by its key or that of a part. */
  private indexOf: ReadonlyMap<string, number> = new Map()
  private knownRows: readonly AnyRow[] | null = null

  /** Scrolls there at once. A row that is not in the list changes nothing. */
  goTo(target: Target | 'end'): void {
    this.target = target
    this.forceUpdate()
  }

  /** Takes the keyboard's focus. */
  focus(): void {
    this.box.current?.focus({ preventScroll: true })
  }

  override componentDidMount(): void {
    for (const { current } of [this.box, this.content]) if (current !== null) this.sizes.observe(current)
    this.settle(this.place)
  }

  override getSnapshotBeforeUpdate(before: SteadyListProps<AnyRow>): ReadingPlace {
    // A view at the last row of an incomplete list is not at the end after the true end was added below.
    return this.look(before.isWhole && this.props.isWhole, before.rows.at(-1)?.key)
  }

  override componentDidUpdate(before: unknown, _: unknown, place: ReadingPlace): void {
    this.settle(place, before === this.props)
  }

  override componentWillUnmount(): void {
    this.sizes.disconnect()
    this.cancelRest()
  }

  override render(): ReactNode {
    const { rows, label, rowOf } = this.props
    this.learnKeys(rows)
    const shown = windowAround(this.keys, this.heights, this.middle(), sparePixels)
    this.shown = shown
    return (
      <section
        ref={this.box}
        className={styles.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it by keys
        tabIndex={0}
        aria-label={label}
        onScroll={this.onScroll}
      >
        <div ref={this.content} className={styles.rows}>
          <div ref={this.above} />
          {rows.slice(shown.from, shown.to).map((row) => (
            <SteadyRow key={row.key} rowKey={row.key} onElement={this.onElement}>
              {rowOf(row)}
            </SteadyRow>
          ))}
          <div style={{ height: heightOf(this.keys, this.heights, { from: shown.to, to: rows.length }) }} />
        </div>
      </section>
    )
  }

  private learnKeys(rows: readonly AnyRow[]): void {
    if (rows === this.knownRows) return
    this.knownRows = rows
    this.keys = rows.map(({ key }) => key)
    const indexOf = new Map(this.keys.map((key, at) => [key, at]))
    rows.forEach(({ parts = [] }, at) => {
      for (const part of parts) indexOf.set(part, at)
    })
    this.indexOf = indexOf
  }

  private readonly onElement = (key: string, element: HTMLElement): (() => void) => {
    this.elements.set(key, element)
    return () => {
      if (this.elements.get(key) === element) this.elements.delete(key)
    }
  }

  private readonly onScroll = (): void => {
    this.move()
    this.remember()
    if (!this.isReady()) flushSync(() => this.forceUpdate()) // before the browser paints an empty area
  }

  /**
   * Sets a flag while the list scrolls: hover styles below a resting pointer would be painted at each step, and the rows
   * with them.
   */
  private move(): void {
    const { current: box } = this.box
    if (box === null) return
    box.dataset.moving = 'true'
    this.cancelRest()
    this.cancelRest = after(untilRest, () => {
      delete box.dataset.moving
    })
  }

  /** A picture loaded, or the pane narrowed. The list's own changes are settled already, and are skipped. */
  private onResize(): void {
    if (sizeOf(this.box.current) !== this.settledSize) this.settle(this.place)
  }

  /** Restores the view after the rows have changed, or after only others are mounted, before the browser paints. */
  private settle(place: ReadingPlace, isOnlyMoved = false): void {
    const { current: box } = this.box
    if (box === null) return
    this.mounted = this.props.rows.slice(this.shown.from, this.shown.to)
    this.fillAbove(this.aboveMore)
    if (box.clientHeight > 0) {
      for (const [key, element] of this.elements)
        if (!isOnlyMoved || !this.heights.has(key))
          this.heights.set(key, element.getBoundingClientRect().height)
      this.putBack(box, place, isOnlyMoved)
    }
    this.target = null
    this.settledSize = sizeOf(box)
    this.settledHeight = box.clientHeight
    this.remember()
    if (!this.isReady()) this.forceUpdate()
  }

  /** Not rendered by React, which would not know the height that `putBack` sets. */
  private fillAbove(more: number): void {
    const { from } = this.shown
    const known = heightOf(this.keys, this.heights, { from: 0, to: from })
    const height = from === 0 ? 0 : Math.max(0, known + more)
    this.aboveMore = height - known
    if (this.above.current !== null) this.above.current.style.height = `${height}px`
  }

  private putBack(box: HTMLElement, place: ReadingPlace, isOnlyMoved: boolean): void {
    const { target } = this
    const element = target === null || target === 'end' ? undefined : this.elementOf(target.key)
    if (target === 'end') goToEnd(box)
    else if (target !== null && element !== undefined) goToElement(box, element, target.align)
    else {
      const pixels = () => pixelsFrom(place, box, this.elementOf, this.keys.at(-1))
      const moved = pixels()
      // Rows that remain where they are in the document are not painted again, unlike after a change of `scrollTop`.
      const isAbsorbed = isOnlyMoved && this.shown.from > 0 && Math.abs(moved) >= 1
      if (isAbsorbed) this.fillAbove(this.aboveMore - moved)
      scrollBy(box, isAbsorbed ? pixels() : moved)
    }
  }

  private readonly elementOf = (key: string): HTMLElement | undefined => {
    const row = this.elements.get(this.rowKeyOf(key) ?? '')
    return row && elementIn(row, key)
  }

  private rowKeyOf(key: string | undefined): string | undefined {
    const at = key === undefined ? undefined : this.indexOf.get(key)
    return at === undefined ? undefined : this.keys[at]
  }

  private look(isWhole: boolean, lastKey: string | undefined): ReadingPlace {
    const { current: box } = this.box
    if (box === null) return this.place
    const place = placeIn(box, this.elements, this.mounted, { isWhole, lastKey })
    // The height of the box has just changed at the end, as the composer does, and the view is not yet back at the end.
    const isMoved = this.place.isAtEnd && box.clientHeight !== this.settledHeight
    return isWhole && isMoved ? { ...place, isAtEnd: true, toEnd: this.place.toEnd } : place
  }

  private remember(): void {
    const { current: box } = this.box
    if (box === null) return
    if (box.clientHeight > 0) this.place = this.look(this.props.isWhole, this.keys.at(-1))
    this.props.onView({
      topKey: this.rowKeyOf(this.place.seen[0]?.key),
      isAtTop: box.scrollTop <= this.props.topPixels,
      isAtEnd: isNearEnd(box),
    })
  }

  private isReady(): boolean {
    const needed = windowAround(this.keys, this.heights, this.middle(), leastSparePixels)
    return needed.from >= this.shown.from && needed.to <= this.shown.to
  }

  /** The target row, or else the rows in sight: rows around them are mounted. */
  private middle(): { readonly first: number; readonly last: number } {
    if (this.target !== null) return this.only(this.target === 'end' ? undefined : this.target.key)
    const seen = this.place.seen.flatMap(({ key }) => this.indexOf.get(key) ?? [])
    const [first, last] = [seen[0], seen.at(-1)]
    if (first !== undefined && last !== undefined) return { first, last }
    if (this.place.isAtEnd) return this.only(undefined)
    // The scroll bar was dragged to an area without mounted rows.
    const at = rowAt(this.keys, this.heights, this.box.current?.scrollTop ?? 0)
    return { first: at, last: at }
  }

  /** Without a key, or with an unknown one, the last row. */
  private only(key: string | undefined): { readonly first: number; readonly last: number } {
    const at = (key === undefined ? undefined : this.indexOf.get(key)) ?? Math.max(0, this.keys.length - 1)
    return { first: at, last: at }
  }
}

function sizeOf(box: HTMLElement | null): string {
  return box === null ? '' : `${box.scrollHeight} in ${box.clientWidth} × ${box.clientHeight}`
}

interface SteadyRowProps {
  readonly rowKey: string
  /** Called with the row's element on mount; its result is called on unmount. */
  readonly onElement: (key: string, element: HTMLElement) => () => void
  readonly children: ReactNode
}

/** The box of one row, which the list measures. */
function SteadyRow({ rowKey, onElement, children }: SteadyRowProps) {
  const box = useCallback(
    (element: HTMLElement | null) => (element === null ? undefined : onElement(rowKey, element)),
    [rowKey, onElement],
  )
  return (
    <div ref={box} className={styles.row}>
      {children}
    </div>
  )
}
