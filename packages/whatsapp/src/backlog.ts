import type { Clock } from './clock'

export interface StanzaBacklogLimits {
  readonly stanzas: number
  readonly bytes: number
}

/** If more stanzas or bytes are unhandled, reading from the socket pauses, so that WhatsApp's server has to wait. */
export const stanzaBacklogLimits: StanzaBacklogLimits = { stanzas: 256, bytes: 1 << 20 }

const stalledAfterMs = 1_000

export interface PausableSocket {
  pause(): void
  resume(): void
}

export interface StanzaBacklog {
  /** Counts a received stanza as unhandled until the returned function is called. */
  arrived(bytes: number): () => void
}

/**
 * Pauses reading from the socket above the limits, and resumes it at half of them. Handling a stanza may need an answer
 * that is still unread. So after a second without progress, reading resumes until the next stanza is handled.
 */
export function boundedStanzaBacklog(
  wire: PausableSocket,
  clock: Pick<Clock, 'after'>,
  limits: StanzaBacklogLimits = stanzaBacklogLimits,
): StanzaBacklog {
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
