import { setTimeout as pause } from 'node:timers/promises'

const defaults = { timeoutMs: 2_000, freshMs: 1_000 }

/** Returns a health check for unauthenticated callers. They share one probe; its answer is false after `timeoutMs`. */
export function createHealthProbe(probe: () => Promise<void>, limits = defaults): () => Promise<boolean> {
  let running: { readonly began: number; readonly succeeds: Promise<boolean> } | null = null
  let answeredAt = Number.NEGATIVE_INFINITY

  function begin() {
    const succeeds = probe()
      .then(
        () => {
          answeredAt = performance.now()
          return true
        },
        () => false,
      )
      .finally(() => {
        running = null
      })
    return { began: performance.now(), succeeds }
  }

  return async () => {
    if (performance.now() - answeredAt < limits.freshMs) return true
    running ??= begin()
    const leftMs = Math.max(0, limits.timeoutMs - (performance.now() - running.began))
    const giveUp = new AbortController()
    const late = pause(leftMs, false, { signal: giveUp.signal }).catch(() => false)
    return Promise.race([running.succeeds, late]).finally(() => giveUp.abort())
  }
}
