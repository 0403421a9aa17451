import { limits } from '@balcao/domain/limits'
import { useRef, useState } from 'react'
import { wait } from '../lib/timers'

/** Waits 400 ms before the one call of `save`, whose mutation shows its own errors (GEN-12, GEN-13). */
export function useDelayedSubmit<Values>(
  save: (values: Values) => Promise<unknown>,
  milliseconds: number = limits.submitDelay,
) {
  const busy = useRef(false) // A ref, because a second click may arrive before the next render.
  const [isWaiting, setWaiting] = useState(false)

  async function submit(values: Values): Promise<void> {
    if (busy.current) return
    busy.current = true
    setWaiting(true)
    try {
      await wait(milliseconds)
      await save(values)
    } catch {
      // The mutation has already shown the error.
    } finally {
      busy.current = false
      setWaiting(false)
    }
  }

  return { submit, isWaiting }
}
