import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttle } from './at-most-every'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('acts at once, then once for all calls within the pause, and at once after a quiet pause', () => {
  const act = vi.fn()
  const paced = throttle(10_000, act)

  paced.call()
  expect(act).toHaveBeenCalledTimes(1)
  paced.call()
  vi.advanceTimersByTime(4_000)
  paced.call()
  expect(act).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(6_000)
  expect(act).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(30_000)
  expect(act).toHaveBeenCalledTimes(2)
  paced.call()
  expect(act).toHaveBeenCalledTimes(3)
})

it('does nothing after it was stopped', () => {
  const act = vi.fn()
  const paced = throttle(10_000, act)
  paced.call()
  paced.call()

  paced.stop()
  vi.advanceTimersByTime(20_000)

  expect(act).toHaveBeenCalledTimes(1)
})
