/** The lines of a chart: round numbers from 0 to at least the highest value, five lines at most. */
export function linesOf(highest: number): number[] {
  const step = stepFor(Math.max(1, highest) / 4)
  const count = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, line) => line * step)
}

/** The next of 1, 2, 5, 10, 20, 50 … */
function stepFor(least: number): number {
  const ten = 10 ** Math.max(0, Math.floor(Math.log10(least)))
  return [1, 2, 5, 10].map((part) => part * ten).find((step) => step >= least) ?? ten
}
