/** A row. `parts` are the keys of elements in it, such as pictures, that may become rows of their own. */
export interface KeyedRow {
  readonly key: string
  readonly parts?: readonly string[]
}

interface Seen {
  readonly key: string
  readonly lowerEdge: number
}

/** What is in view, measured before rows change, so that the view can be restored afterwards. */
export interface ReadingPosition {
  /** The view is at the end of the list and follows new rows. */
  readonly isAtEnd: boolean
  /** The number of pixels that the list continues below the view. */
  readonly toEnd: number
  readonly lastKey: string | undefined
  readonly seen: readonly Seen[]
}

/** A row, or a part of one, to scroll to, with its alignment in the view. */
export interface ScrollTarget {
  readonly key: string
  readonly align: 'start' | 'center'
}

/** The elements of the mounted rows by key. */
export type RowElements = ReadonlyMap<string, HTMLElement>
/** Returns the mounted element of the row or part with this key. */
export type FindRowElement = (key: string) => HTMLElement | undefined

/** The distance to the end, in px, within which a view counts as at the end. */
const endPixels = 80

export function isScrolledNearEnd(box: HTMLElement): boolean {
  return toEndOf(box) <= endPixels
}

/** Measures the reading position. Without `isWhole`, newer rows are not loaded, so the bottom is not the true end. */
export function readingPositionIn(
  box: HTMLElement,
  elements: RowElements,
  rows: readonly KeyedRow[],
  { lastKey, isWhole }: { readonly lastKey: string | undefined; readonly isWhole: boolean },
): ReadingPosition {
  const view = box.getBoundingClientRect()
  const seen: Seen[] = []
  for (const { key, parts } of rows.slice(firstBelow(view.top, elements, rows))) {
    const row = elements.get(key)
    const edges = row?.getBoundingClientRect()
    if (row === undefined || edges === undefined) continue
    if (edges.top >= view.bottom) break
    if (parts === undefined) seen.push({ key, lowerEdge: edges.bottom - view.top })
    else seen.push(...partsInSight(row, parts, view))
  }
  return { isAtEnd: isWhole && isScrolledNearEnd(box), toEnd: toEndOf(box), lastKey, seen }
}

/** The index of the first row whose lower edge is below `top`. The binary search measures few rows. */
function firstBelow(top: number, elements: RowElements, rows: readonly KeyedRow[]): number {
  const isBelow = ({ key }: KeyedRow) => (elements.get(key)?.getBoundingClientRect().bottom ?? top) > top
  let [from, to] = [0, rows.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const row = rows[middle]
    if (row !== undefined && isBelow(row)) to = middle
    else from = middle + 1
  }
  return from
}

function partsInSight(row: HTMLElement, parts: readonly string[], view: DOMRect): Seen[] {
  return parts.flatMap((key) => {
    const { top, bottom } = rowPartElement(row, key).getBoundingClientRect()
    return bottom > view.top && top < view.bottom ? [{ key, lowerEdge: bottom - view.top }] : []
  })
}

/** The element within `row` that has this key, such as a picture of an album; the row itself if none has it. */
export function rowPartElement(row: HTMLElement, key: string): HTMLElement {
  return row.querySelector<HTMLElement>(`[data-part="${key}"]`) ?? row
}

/** The number of pixels by which the rows have moved down since the reading position was taken. */
export function rowShiftInPixels(
  { isAtEnd, toEnd, lastKey, seen }: ReadingPosition,
  box: HTMLElement,
  elementOf: FindRowElement,
  newLastKey: string | undefined,
): number {
  if (isAtEnd) return toEndOf(box) - (lastKey === newLastKey ? toEnd : 0)
  // Keeps the lower edge of a visible row in place, so that a row that begins above the view grows out of sight.
  const anchor = seen.find(({ key }) => elementOf(key) !== undefined)
  if (anchor === undefined) return 0
  const lowerEdge = elementOf(anchor.key)?.getBoundingClientRect().bottom ?? anchor.lowerEdge
  return lowerEdge - box.getBoundingClientRect().top - anchor.lowerEdge
}

export function scrollToElement(box: HTMLElement, element: HTMLElement, align: ScrollTarget['align']): void {
  const { top, height } = element.getBoundingClientRect()
  const above = align === 'start' ? 0 : Math.max(0, (box.clientHeight - height) / 2)
  scrollByPixels(box, top - box.getBoundingClientRect().top - above)
}

export function scrollToEnd(box: HTMLElement): void {
  scrollByPixels(box, toEndOf(box))
}

function toEndOf({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight
}

/** Skips fractions of a pixel, because any change of `scrollTop` stops the momentum of a wheel. */
export function scrollByPixels(box: HTMLElement, pixels: number): void {
  if (Math.abs(pixels) >= 1) box.scrollTop += pixels
}
