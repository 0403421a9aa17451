/** A row in sight, by the distance of its lower edge from the top of the view. */
interface SeenRow {
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
  readonly seen: readonly SeenRow[]
}

/** A row to go to, and where in the view it then stands. */
export interface Target {
  readonly key: string
  readonly align: 'start' | 'center'
}

/** The rows that stand in the document, by their keys. */
export type RowElements = ReadonlyMap<string, HTMLElement>

/** So near, whoever reads is at the end. */
const endPixels = 80

export function isNearEnd(box: HTMLElement): boolean {
  return toEndOf(box) <= endPixels
}

/** `keys` are those of the rows in the document, from the top down; `isWhole` when nothing follows the last row of all. */
export function placeIn(
  box: HTMLElement,
  elements: RowElements,
  keys: readonly string[],
  { lastKey, isWhole }: { readonly lastKey: string | undefined; readonly isWhole: boolean },
): ReadingPlace {
  const view = box.getBoundingClientRect()
  const seen: SeenRow[] = []
  for (const key of keys) {
    const edges = elements.get(key)?.getBoundingClientRect()
    if (edges === undefined || edges.bottom <= view.top) continue
    if (edges.top >= view.bottom) break
    seen.push({ key, lowerEdge: edges.bottom - view.top })
  }
  return { isAtEnd: isWhole && isNearEnd(box), toEnd: toEndOf(box), lastKey, seen }
}

/** Scrolls so that the rows stand in the view as they stood before. */
export function returnTo(
  { isAtEnd, toEnd, lastKey, seen }: ReadingPlace,
  box: HTMLElement,
  elements: RowElements,
  newLastKey: string | undefined,
): void {
  if (isAtEnd) {
    scrollBy(box, toEndOf(box) - (lastKey === newLastKey ? toEnd : 0))
    return
  }
  // By its lower edge: what changes in a row that reaches above the view, changes mostly above the words that are read.
  const kept = seen.find(({ key }) => elements.has(key))
  if (kept === undefined) return
  const lowerEdge = elements.get(kept.key)?.getBoundingClientRect().bottom ?? kept.lowerEdge
  scrollBy(box, lowerEdge - box.getBoundingClientRect().top - kept.lowerEdge)
}

export function goToRow(box: HTMLElement, row: HTMLElement, align: Target['align']): void {
  const { top, height } = row.getBoundingClientRect()
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
