import type { CompanyId } from '@balcao/domain/ids'

export interface ByteSlots {
  /**
   * Runs `act` when this many bytes are free. `stop` ends the wait, but not a running act. `act` must not call `take`
   * itself: both acts could wait for ever.
   */
  take<T>(companyId: CompanyId, bytes: number, act: () => Promise<T>, stop?: AbortSignal): Promise<T>
  /** The bytes that running acts use now. */
  held(): number
}

/**
 * The most bytes that running acts use together. An act above `perCompany` waits until no other act of its company
 * runs, and an act above `all` until no other act runs at all.
 */
export interface ByteSlotLimits {
  readonly all: number
  readonly perCompany: number
}

interface WaitingRequest {
  readonly bytes: number
  readonly begin: () => void
}

interface CompanyQueue {
  readonly waiting: Set<WaitingRequest>
  held: number
  running: number
}

/**
 * Creates slots that share bytes fairly: free bytes go to the company that uses the fewest. If the next act of that
 * company does not fit yet, no other act begins first, so that small acts cannot delay a large act for ever.
 */
export function createByteSlots(room: ByteSlotLimits): ByteSlots {
  /** Companies with a running or waiting act. The company that was served longest ago is first. */
  const lines = new Map<CompanyId, CompanyQueue>()
  let held = 0
  let running = 0

  return {
    async take(companyId, bytes, act, stop) {
      stop?.throwIfAborted()
      await turn(companyId, bytes, stop)
      try {
        return await act()
      } finally {
        end(companyId, bytes)
        serve()
      }
    },
    held: () => held,
  }

  function turn(companyId: CompanyId, bytes: number, stop: AbortSignal | undefined): Promise<void> {
    const line = lines.get(companyId) ?? { waiting: new Set(), held: 0, running: 0 }
    lines.set(companyId, line)
    return new Promise((resolve, reject) => {
      const begin = () => {
        stop?.removeEventListener('abort', leave)
        resolve()
      }
      const waiting: WaitingRequest = { bytes, begin }
      const leave = () => {
        line.waiting.delete(waiting)
        forgetIfIdle(companyId, line)
        reject(stop?.reason)
        serve()
      }
      stop?.addEventListener('abort', leave, { once: true })
      line.waiting.add(waiting)
      serve()
    })
  }

  function serve(): void {
    for (;;) {
      const next = nextCompany()
      if (next === null) return
      const [companyId, line, first] = next
      if (running > 0 && held + first.bytes > room.all) return
      lines.delete(companyId)
      lines.set(companyId, line) // moves the company to the end of the rotation
      line.waiting.delete(first)
      line.held += first.bytes
      line.running += 1
      held += first.bytes
      running += 1
      first.begin()
    }
  }

  function nextCompany(): [CompanyId, CompanyQueue, WaitingRequest] | null {
    let next: [CompanyId, CompanyQueue, WaitingRequest] | null = null
    for (const [companyId, line] of lines) {
      const [first] = line.waiting
      if (first === undefined || line.held >= (next?.[1].held ?? Number.POSITIVE_INFINITY)) continue
      if (line.running > 0 && line.held + first.bytes > room.perCompany) continue
      next = [companyId, line, first]
    }
    return next
  }

  function end(companyId: CompanyId, bytes: number): void {
    held -= bytes
    running -= 1
    const line = lines.get(companyId)
    if (line === undefined) return
    line.held -= bytes
    line.running -= 1
    forgetIfIdle(companyId, line)
  }

  function forgetIfIdle(companyId: CompanyId, line: CompanyQueue): void {
    if (line.running === 0 && line.waiting.size === 0) lines.delete(companyId)
  }
}
