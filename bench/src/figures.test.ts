import { expect, test } from 'vitest'
import { percentile, slope, sparkline, times } from './figures'

test('percentiles are measured values', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)

  expect(times(hundred)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 })
  expect(percentile([7], 95)).toBe(7)
  expect(percentile([], 50)).toBeNaN()
})

test('the slope of a line is found through noise that cancels out', () => {
  const line = [0, 1, 2, 3].map((x) => ({ x, y: 5 + 2 * x }))

  expect(slope(line)).toBe(2)
  expect(slope(line.map(({ x }) => ({ x, y: 4 })))).toBe(0)
})

test('a sparkline spans from the lowest to the highest value', () => {
  expect(sparkline([1, 2, 3])).toBe('▁▅█')
  expect(sparkline([3, 3])).toBe('▁▁')
})
