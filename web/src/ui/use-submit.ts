import { limits } from '@balcao/domain/limits'
import { useRef, useState } from 'react'
import { wait } from '../lib/timers'

/**
 * Saves once, 400 ms after the click; `isWaiting` disables the button meanwhile (GEN-12, GEN-13). The mutation of `save`
 * has shown its errors.
 */
export function useSubmit<Values>(
  save: (values: Values) => Promise<unknown>,
  milliseconds: number = limits.submitDelay,
) {
  const busy = useRef(false) // a second click in the same tick comes before the next render
  const [isWaiting, setWaiting] = useState(false)

  async function submit(values: Values): Promise<void> {
    if (busy.current) return
    busy.current = true
    setWaiting(true)
    try {
      await wait(milliseconds)
      await save(values)
    } catch {
      // The mutation has shown the reason.
    } finally {
      busy.current = false
      setWaiting(false)
    }
  }

  return { submit, isWaiting }
}
