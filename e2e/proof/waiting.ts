import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the value is truthy; rejects with the name when the time is up. */
export async function until<T>(
  name: string,
  look: () => Promise<T | false | undefined | null>,
  timeoutMs = 120_000,
  lookEveryMs = 100,
): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > giveUpAt) throw new Error(`waited ${timeoutMs} ms in vain: ${name}`)
    await pause(lookEveryMs)
  }
}

export async function within<T>(name: string, promise: Promise<T>, timeoutMs = 120_000): Promise<T> {
  const giveUp = new AbortController()
  const late = pause(timeoutMs, undefined, { signal: giveUp.signal }).then(
    () => {
      throw new Error(`waited ${timeoutMs} ms in vain: ${name}`)
    },
    () => new Promise<never>(() => {}), // cancelled
  )
  return Promise.race([promise, late]).finally(() => giveUp.abort())
}
