import type { CompanyId } from '@balcao/domain/ids'

export interface ByteSlots {
  /**
   * Runs the act, which holds this many bytes, when its company gets a slot and there is room. `stop` aborts the
   * wait, not the act, and rejects with the signal's reason. An act must never wait for another one that it starts
   * here.
   */
  take<T>(companyId: CompanyId, bytes: number, act: () => Promise<T>, stop?: AbortSignal): Promise<T>
  /** The bytes held now. */
  held(): number
}

/** The bytes held at once, in total and by one company. An act that alone needs more runs when no other does. */
export interface ByteLimits {
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
 * Limits the bytes that acts of all companies hold at once. Each company has a queue of its own. Room is given to the
 * company that holds the fewest bytes, in rotation among equals. A company at its share waits for its own acts. A
 * company whose next act does not fit reserves the freed room, so that small acts cannot overtake a large one for
 * ever.
 */
export function byteSlots(room: ByteLimits): ByteSlots {
  /** Companies with a running or waiting act; the one served longest ago comes first. */
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
      lines.set(companyId, line) // to the end of the rotation
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
