import { limits } from '@balcao/domain/limits'
import { useRef, useState } from 'react'
import { wait } from '../lib/timers'

/**
 * Calls `save` once, 400 ms after the click; `isWaiting` disables the button meanwhile (GEN-12, GEN-13). The
 * mutation in `save` shows its own errors.
 */
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
