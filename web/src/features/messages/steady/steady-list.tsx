import { createRef, PureComponent, type ReactNode, useCallback } from 'react'
import { flushSync } from 'react-dom'
import { after } from '../../../lib/timers'
import {
  isScrolledNearEnd,
  type KeyedRow,
  type ReadingPosition,
  readingPositionIn,
  rowPartElement,
  rowShiftInPixels,
  type ScrollTarget,
  scrollByPixels,
  scrollToElement,
  scrollToEnd,
} from './reading-place'
import styles from './steady-list.module.css'
import { heightOfRows, type MountedRowRange, mountedRowRangeAround, rowIndexAt } from './steady-window'

export interface ScrollState {
  /** The key of the topmost row in view. */
  readonly topKey: string | undefined
  readonly isAtTop: boolean
  readonly isAtEnd: boolean
}

interface SteadyListProps<AnyRow extends KeyedRow> {
  readonly label: string
  /** The rows, each with a unique key. Pass a new array only after a change. */
  readonly rows: readonly AnyRow[]
  readonly rowOf: (row: AnyRow) => ReactNode
  /** The start position, read on mount: a row, or the end. */
  readonly start: ScrollTarget | 'end'
  /** False while newer rows exist that are not loaded: the view then does not follow new rows. */
  readonly isWhole: boolean
  /** The distance from the first row, in pixels, within which the reader counts as at the top. */
  readonly topPixels: number
  readonly onView: (view: ScrollState) => void
}

/** In px: how far rows are mounted beyond the view, and the remaining distance at which the list renders again. */
const sparePixels = 700
const leastSparePixels = 300
/** In milliseconds: scrolling counts as over this long after the last scroll event. */
const untilRest = 150

/**
 * A long list of rows of any height that mounts only the rows near the view. When rows change, the rows in view
 * stay in place, and a view at the end stays at the end. This is a class, because only `getSnapshotBeforeUpdate`
 * measures the page right before it changes: the last scroll event is outdated while a finger or a wheel keeps
 * moving.
 */
export class StableScrollList<AnyRow extends KeyedRow> extends PureComponent<SteadyListProps<AnyRow>> {
  private readonly box = createRef<HTMLElement>()
  private readonly content = createRef<HTMLDivElement>()
  private readonly above = createRef<HTMLDivElement>()
  /** In px: how much taller the space above the mounted rows is than the rows it replaces, so as to absorb shifts. */
  private aboveMore = 0
  private readonly elements = new Map<string, HTMLElement>()
  private readonly heights = new Map<string, number>()
  private readonly sizes = new ResizeObserver(() => this.onResize())
  private cancelRest: () => void = () => undefined
  private target: ScrollTarget | 'end' | null = this.props.start
  private settledSize = ''
  private settledHeight = 0
  private place: ReadingPosition = { isAtEnd: true, toEnd: 0, lastKey: undefined, seen: [] }
  private shown: MountedRowRange = { from: 0, to: 0 }
  private mounted: readonly AnyRow[] = []
  private keys: readonly string[] = []
  /** The index of each row by its key and by the keys of its parts. */
  private indexOf: ReadonlyMap<string, number> = new Map()
  private knownRows: readonly AnyRow[] | null = null

  /** Scrolls to the target at once. A target that is not in the list changes nothing. */
  goTo(target: ScrollTarget | 'end'): void {
    this.target = target
    this.forceUpdate()
  }

  focus(): void {
    this.box.current?.focus({ preventScroll: true })
  }

  override componentDidMount(): void {
    for (const { current } of [this.box, this.content]) if (current !== null) this.sizes.observe(current)
    this.settle(this.place)
  }

  override getSnapshotBeforeUpdate(before: SteadyListProps<AnyRow>): ReadingPosition {
    // Keeps the view at the end only if the newest rows are loaded before and after: else the bottom was not the end.
    return this.look(before.isWhole && this.props.isWhole, before.rows.at(-1)?.key)
  }

  override componentDidUpdate(before: unknown, _: unknown, place: ReadingPosition): void {
    this.settle(place, before === this.props)
  }

  override componentWillUnmount(): void {
    this.sizes.disconnect()
    this.cancelRest()
  }

  override render(): ReactNode {
    const { rows, label, rowOf } = this.props
    this.learnKeys(rows)
    const shown = mountedRowRangeAround(this.keys, this.heights, this.middle(), sparePixels)
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
          <div
            style={{ height: heightOfRows(this.keys, this.heights, { from: shown.to, to: rows.length }) }}
          />
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
    // Renders synchronously, before the browser paints an area without rows.
    if (!this.isReady()) flushSync(() => this.forceUpdate())
  }

  /** Sets `data-moving` while the list scrolls, which disables hover styles: they would repaint rows. */
  private move(): void {
    const { current: box } = this.box
    if (box === null) return
    box.dataset.moving = 'true'
    this.cancelRest()
    this.cancelRest = after(untilRest, () => {
      delete box.dataset.moving
    })
  }

  /** Restores the view after a picture has loaded or the pane has changed its width. */
  private onResize(): void {
    if (sizeOf(this.box.current) !== this.settledSize) this.settle(this.place)
  }

  /** After a render, restores the view before the browser paints. */
  private settle(place: ReadingPosition, isOnlyMoved = false): void {
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

  /** Sets the height of the empty space above the mounted rows: the height of the unmounted rows, plus `more`. */
  private fillAbove(more: number): void {
    const { from } = this.shown
    const known = heightOfRows(this.keys, this.heights, { from: 0, to: from })
    const height = from === 0 ? 0 : Math.max(0, known + more)
    this.aboveMore = height - known
    if (this.above.current !== null) this.above.current.style.height = `${height}px`
  }

  private putBack(box: HTMLElement, place: ReadingPosition, isOnlyMoved: boolean): void {
    const { target } = this
    const element = target === null || target === 'end' ? undefined : this.elementOf(target.key)
    if (target === 'end') scrollToEnd(box)
    else if (target !== null && element !== undefined) scrollToElement(box, element, target.align)
    else {
      const pixels = () => rowShiftInPixels(place, box, this.elementOf, this.keys.at(-1))
      const moved = pixels()
      // If possible, undoes the shift by the height of the space above: changing `scrollTop` would repaint all rows.
      const isAbsorbed = isOnlyMoved && this.shown.from > 0 && Math.abs(moved) >= 1
      if (isAbsorbed) this.fillAbove(this.aboveMore - moved)
      scrollByPixels(box, isAbsorbed ? pixels() : moved)
    }
  }

  private readonly elementOf = (key: string): HTMLElement | undefined => {
    const row = this.elements.get(this.rowKeyOf(key) ?? '')
    return row && rowPartElement(row, key)
  }

  private rowKeyOf(key: string | undefined): string | undefined {
    const at = key === undefined ? undefined : this.indexOf.get(key)
    return at === undefined ? undefined : this.keys[at]
  }

  private look(isWhole: boolean, lastKey: string | undefined): ReadingPosition {
    const { current: box } = this.box
    if (box === null) return this.place
    const place = readingPositionIn(box, this.elements, this.mounted, { isWhole, lastKey })
    // A growing composer shrinks the list's box. The view was at the end before, and must return there.
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
      isAtEnd: isScrolledNearEnd(box),
    })
  }

  private isReady(): boolean {
    const needed = mountedRowRangeAround(this.keys, this.heights, this.middle(), leastSparePixels)
    return needed.from >= this.shown.from && needed.to <= this.shown.to
  }

  /** The rows to keep mounted, without spare rows: the row to scroll to, or else the rows in view. */
  private middle(): { readonly first: number; readonly last: number } {
    if (this.target !== null) return this.only(this.target === 'end' ? undefined : this.target.key)
    const seen = this.place.seen.flatMap(({ key }) => this.indexOf.get(key) ?? [])
    const [first, last] = [seen[0], seen.at(-1)]
    if (first !== undefined && last !== undefined) return { first, last }
    if (this.place.isAtEnd) return this.only(undefined)
    // No row is in view, because the scroll bar was dragged to an area without mounted rows.
    const at = rowIndexAt(this.keys, this.heights, this.box.current?.scrollTop ?? 0)
    return { first: at, last: at }
  }

  /** The range that contains only the row with this key; the last row for an unknown key, or without a key. */
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
