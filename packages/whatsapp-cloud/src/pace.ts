import type { Clock } from './settings'

/** At most `most` calls begin within any second, in order. The promise resolves when the call may begin. */
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
