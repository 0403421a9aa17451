import type { Clock } from './settings'

/** Returns a function to await before each message. Its promises resolve in order, at most `most` within any second. */
export function createMessageRateLimiter(
  { now, after }: Pick<Clock, 'now' | 'after'>,
  most: number,
): () => Promise<void> {
  const begins: number[] = []
  return async () => {
    const oldest = begins.length < most ? undefined : begins.shift()
    const waitsMs = oldest === undefined ? 0 : Math.max(0, oldest + 1_000 - now())
    begins.push(now() + waitsMs)
    if (waitsMs > 0) await new Promise<void>((resolve) => after(waitsMs, resolve))
  }
}
