/** The range of mounted rows: from index `from` up to, but without, `to`. */
export interface MountedRowRange {
  readonly from: number
  readonly to: number
}

/** The measured heights, in pixels, by the keys of rows. */
export type RowHeights = ReadonlyMap<string, number>

/** The assumed height of a row that was never mounted. It is low: too many mounted rows are better than gaps. */
const leastHeight = 24
/** The height of a row that was never mounted, as estimated for the scroll bar. */
const usualHeight = 44

/** The range from `first` to `last`, extended on each side by at least this many pixels. */
export function mountedRowRangeAround(
  keys: readonly string[],
  heights: RowHeights,
  { first, last }: { readonly first: number; readonly last: number },
  pixels: number,
): MountedRowRange {
  const height = (at: number) => heights.get(keys[at] ?? '') ?? leastHeight
  let from = first
  for (let room = pixels; from > 0 && room > 0; room -= height(from)) from -= 1
  let to = last + 1
  for (let room = pixels; to < keys.length && room > 0; to += 1) room -= height(to)
  return { from: Math.max(0, from), to: Math.min(keys.length, to) }
}

/** The height of a range of rows, with an estimate for rows that were never mounted. */
export function heightOfRows(
  keys: readonly string[],
  heights: RowHeights,
  { from, to }: MountedRowRange,
): number {
  let sum = 0
  for (let at = from; at < to; at += 1) sum += heights.get(keys[at] ?? '') ?? usualHeight
  return sum
}

/** The index of the row that is this many pixels below the top of the first row. */
export function rowIndexAt(keys: readonly string[], heights: RowHeights, pixels: number): number {
  let room = pixels
  for (let at = 0; at < keys.length; at += 1) {
    room -= heights.get(keys[at] ?? '') ?? usualHeight
    if (room > 0) continue
    return at
  }
  return Math.max(0, keys.length - 1)
}
