/** The range of mounted rows: from the first up to, but without, the second. */
export interface RowWindow {
  readonly from: number
  readonly to: number
}

/** Heights in pixels by the row's key, of the rows that were mounted once. */
export type Heights = ReadonlyMap<string, number>

/** A row that was never mounted counts as small, so that rather too many rows are mounted than too few. */
const leastHeight = 24
/** The scroll bar's estimate of a row that was never mounted. */
const usualHeight = 44

/** The rows from `first` to `last` with at least this many pixels of others on each side, where there are any. */
export function windowAround(
  keys: readonly string[],
  heights: Heights,
  { first, last }: { readonly first: number; readonly last: number },
  pixels: number,
): RowWindow {
  const height = (at: number) => heights.get(keys[at] ?? '') ?? leastHeight
  let from = first
  for (let room = pixels; from > 0 && room > 0; room -= height(from)) from -= 1
  let to = last + 1
  for (let room = pixels; to < keys.length && room > 0; to += 1) room -= height(to)
  return { from: Math.max(0, from), to: Math.min(keys.length, to) }
}

/** The height of the rows that are not mounted, as far as it is known. */
export function heightOf(keys: readonly string[], heights: Heights, { from, to }: RowWindow): number {
  let sum = 0
  for (let at = from; at < to; at += 1) sum += heights.get(keys[at] ?? '') ?? usualHeight
  return sum
}

/** The row that is this many pixels below the top of the first one. */
export function rowAt(keys: readonly string[], heights: Heights, pixels: number): number {
  let room = pixels
  for (let at = 0; at < keys.length; at += 1) {
    room -= heights.get(keys[at] ?? '') ?? usualHeight
    if (room > 0) continue
    return at
  }
  return Math.max(0, keys.length - 1)
}
