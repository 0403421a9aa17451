import { limits } from '@balcao/domain/limits'
import { useRef, useState } from 'react'
import { wait } from '../lib/timers'

/**
 * Submits a form once, 400 ms after the click: further clicks do nothing (GEN-12, GEN-13). `save` shows its
 * own errors.
 */
export function useDelayedSubmit<Values>(
  save: (values: Values) => Promise<unknown>,
  milliseconds: number = limits.submitDelay,
) {
  // A ref blocks a second click that arrives before the next render; state would change too late.
  const busy = useRef(false)
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
