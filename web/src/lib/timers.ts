import { useEffect, useState } from 'react'

export const minuteMs = 60_000

/** Runs `act` once after `milliseconds`. Returns the function that cancels it. */
export function after(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds)
  return () => clearTimeout(timer)
}

/** Runs `act` every `milliseconds` until the returned function is called. */
export function every(milliseconds: number, act: () => void): () => void {
  const timer = setInterval(act, milliseconds)
  return () => clearInterval(timer)
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    after(milliseconds, resolve)
  })
}

/** The value, once it has been unchanged for `milliseconds` (GEN-10: 500 ms for searches). */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => after(milliseconds, () => setRested(value)), [value, milliseconds])
  return rested
}

/** The current time, updated every `milliseconds`, for countdowns and waiting times. */
export function useNow(milliseconds: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => every(milliseconds, () => setNow(Date.now())), [milliseconds])
  return now
}

/** True after `milliseconds` since the mount. Skeletons wait 150 ms, so that fast data appears without a flash. */
export function useHasElapsed(milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => after(milliseconds, () => setElapsed(true)), [milliseconds])
  return elapsed
}

/** Waits until a time, in milliseconds since 1970; rejects with the signal's reason on abort. */
export function waitUntil(moment: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = after(Math.max(0, moment - Date.now()), resolve)
    signal.addEventListener('abort', () => {
      cancel()
      reject(signal.reason)
    })
  })
}
