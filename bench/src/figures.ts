/** One percentile by nearest rank, so it is always a measured value. NaN for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

/** The usual percentiles of times in milliseconds, and their count. */
export function times(values: readonly number[]): Record<'count' | 'p50' | 'p95' | 'p99' | 'max', number> {
  return {
    count: values.length,
    p50: rounded(percentile(values, 50)),
    p95: rounded(percentile(values, 95)),
    p99: rounded(percentile(values, 99)),
    max: rounded(percentile(values, 100)),
  }
}

/** Least squares: the slope of `y` over `x`. */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const meanX = mean(points.map(({ x }) => x))
  const meanY = mean(points.map(({ y }) => y))
  const across = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY)))
  return across / sum(points.map(({ x }) => (x - meanX) ** 2))
}

/** A line of blocks, the lowest value at the bottom and the highest at the top. */
export function sparkline(values: readonly number[]): string {
  const blocks = '▁▂▃▄▅▆▇█'
  const least = Math.min(...values)
  const span = Math.max(...values) - least || 1
  return values
    .map((value) => blocks[Math.min(blocks.length - 1, Math.floor(((value - least) / span) * 8))])
    .join('')
}

export function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
