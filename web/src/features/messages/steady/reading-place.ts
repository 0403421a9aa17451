/** A row of a list. One that stands for several things names them, and gives the element of each `data-part` with its name,
 *  so that what is read is found again when it comes to stand in another row. */
export interface Row {
  readonly key: string
  readonly parts?: readonly string[]
}

/** A row in sight, or a part of one, by the distance of its lower edge from the top of the view. */
interface Seen {
  readonly key: string
  readonly lowerEdge: number
}

/** Where somebody reads, so that it can be found again after the rows have changed. */
export interface ReadingPlace {
  /** Reads the end of everything, and is taken along with what comes there. */
  readonly isAtEnd: boolean
  /** Pixels that are left below the view. */
  readonly toEnd: number
  readonly lastKey: string | undefined
  /** From the top of the view down. */
  readonly seen: readonly Seen[]
}

/** A row or a part of one to go to, and where in the view it then stands. */
export interface Target {
  readonly key: string
  readonly align: 'start' | 'center'
}

/** The rows that stand in the document, by their keys. */
export type RowElements = ReadonlyMap<string, HTMLElement>
/** What stands in the document under the key of a row or of a part. */
export type ElementOf = (key: string) => HTMLElement | undefined

/** So near, whoever reads is at the end. */
const endPixels = 80

export function isNearEnd(box: HTMLElement): boolean {
  return toEndOf(box) <= endPixels
}

/** `rows` are those in the document, from the top down; `isWhole` when nothing follows the last row of all. */
export function placeIn(
  box: HTMLElement,
  elements: RowElements,
  rows: readonly Row[],
  { lastKey, isWhole }: { readonly lastKey: string | undefined; readonly isWhole: boolean },
): ReadingPlace {
  const view = box.getBoundingClientRect()
  const seen: Seen[] = []
  for (const { key, parts } of rows) {
    const row = elements.get(key)
    const edges = row?.getBoundingClientRect()
    if (row === undefined || edges === undefined || edges.bottom <= view.top) continue
    if (edges.top >= view.bottom) break
    if (parts === undefined) seen.push({ key, lowerEdge: edges.bottom - view.top })
    else seen.push(...partsInSight(row, parts, view))
  }
  return { isAtEnd: isWhole && isNearEnd(box), toEnd: toEndOf(box), lastKey, seen }
}

function partsInSight(row: HTMLElement, parts: readonly string[], view: DOMRect): Seen[] {
  return parts.flatMap((key) => {
    const { top, bottom } = elementIn(row, key).getBoundingClientRect()
    return bottom > view.top && top < view.bottom ? [{ key, lowerEdge: bottom - view.top }] : []
  })
}

/** The element of the part; the row itself where it stands for itself. */
export function elementIn(row: HTMLElement, key: string): HTMLElement {
  return row.querySelector<HTMLElement>(`[data-part="${key}"]`) ?? row
}

/** Scrolls so that the rows stand in the view as they stood before. */
export function returnTo(
  { isAtEnd, toEnd, lastKey, seen }: ReadingPlace,
  box: HTMLElement,
  elementOf: ElementOf,
  newLastKey: string | undefined,
): void {
  if (isAtEnd) {
    scrollBy(box, toEndOf(box) - (lastKey === newLastKey ? toEnd : 0))
    return
  }
  // By its lower edge: what changes in a row that reaches above the view, changes mostly above the words that are read.
  const kept = seen.find(({ key }) => elementOf(key) !== undefined)
  if (kept === undefined) return
  const lowerEdge = elementOf(kept.key)?.getBoundingClientRect().bottom ?? kept.lowerEdge
  scrollBy(box, lowerEdge - box.getBoundingClientRect().top - kept.lowerEdge)
}

export function goToElement(box: HTMLElement, element: HTMLElement, align: Target['align']): void {
  const { top, height } = element.getBoundingClientRect()
  const above = align === 'start' ? 0 : Math.max(0, (box.clientHeight - height) / 2)
  scrollBy(box, top - box.getBoundingClientRect().top - above)
}

export function goToEnd(box: HTMLElement): void {
  scrollBy(box, toEndOf(box))
}

function toEndOf({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight
}

/** Not for a part of a pixel, which would end a wheel's glide for nothing. */
function scrollBy(box: HTMLElement, pixels: number): void {
  if (Math.abs(pixels) >= 1) box.scrollTop += pixels
}
