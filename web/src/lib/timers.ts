import { useEffect, useState } from 'react'

/** In milliseconds. */
export const minute = 60_000

/** Runs once after `milliseconds`. Gives the function that calls it off. */
export function after(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds)
  return () => clearTimeout(timer)
}

/** Runs every `milliseconds` until the returned function is called. */
export function every(milliseconds: number, act: () => void): () => void {
  const timer = setInterval(act, milliseconds)
  return () => clearInterval(timer)
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    after(milliseconds, resolve)
  })
}

/** The value as it stood when it last rested for `milliseconds` (GEN-10: 500 ms for searches). */
export function useRested<Value>(value: Value, milliseconds: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => after(milliseconds, () => setRested(value)), [value, milliseconds])
  return rested
}

/** The present, renewed every `milliseconds`: for countdowns and waiting times. */
export function useNow(milliseconds: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => every(milliseconds, () => setNow(Date.now())), [milliseconds])
  return now
}

/** True once `milliseconds` have gone by since the component came: skeletons wait 150 ms, so that quick answers don't flash. */
export function useElapsed(milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => after(milliseconds, () => setElapsed(true)), [milliseconds])
  return elapsed
}

/** Waits until a moment (milliseconds since 1970), and throws what the signal aborts with before. */
export function waitUntil(moment: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const callOff = after(Math.max(0, moment - Date.now()), resolve)
    signal.addEventListener('abort', () => {
      callOff()
      reject(signal.reason)
    })
  })
}
