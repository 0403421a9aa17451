import type { Clock } from './clock'

export interface BacklogLimits {
  readonly stanzas: number
  /** Total size of their ciphertexts. */
  readonly bytes: number
}

/** A flood beyond these limits waits in the network, where it costs the product no memory. */
export const backlogLimits: BacklogLimits = { stanzas: 256, bytes: 1 << 20 }

/** Milliseconds without progress after which the wire is resumed. */
const stalledAfterMs = 1_000

export interface Wire {
  pause(): void
  resume(): void
}

export interface Backlog {
  /**
   * Counts an arrived stanza. Call the returned function when its handling begins or ends; repeated calls do nothing.
   */
  arrived(bytes: number): () => void
}

/**
 * Bounds the stanzas that one socket has received and not yet handled: above the limits the wire is paused, at half of
 * them it is resumed. The handling of a stanza may itself wait for an answer behind others on the wire (the address of
 * a new contact, say). So without progress for a second the wire is resumed, and stays open until the next stanza is
 * handled.
 */
export function boundedBacklog(
  wire: Wire,
  clock: Pick<Clock, 'after'>,
  limits: BacklogLimits = backlogLimits,
): Backlog {
  let stanzas = 0
  let bytes = 0
  let isPaused = false
  let isStalled = false
  let cancelWatch = () => {}

  return {
    arrived(size) {
      stanzas += 1
      bytes += size
      pauseWhenOver()
      let isCounted = true
      return () => {
        if (!isCounted) return
        isCounted = false
        stanzas -= 1
        bytes -= size
        progress()
      }
    },
  }

  function pauseWhenOver(): void {
    if (isPaused || isStalled || !isOver(1)) return
    isPaused = true
    wire.pause()
    watch()
  }

  function progress(): void {
    isStalled = false
    if (!isPaused) pauseWhenOver()
    else if (isOver(0.5)) watch()
    else resume()
  }

  function watch(): void {
    cancelWatch()
    cancelWatch = clock.after(stalledAfterMs, () => {
      isStalled = true
      resume()
    })
  }

  function resume(): void {
    cancelWatch()
    isPaused = false
    wire.resume()
  }

  function isOver(share: number): boolean {
    return stanzas > limits.stanzas * share || bytes > limits.bytes * share
  }
}
