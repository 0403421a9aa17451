import type { BinaryNode } from './wire/nodes'

/** An event of the simulator, for the phones page and waiting tests. */
export type Happening =
  | { kind: 'wire'; direction: 'in' | 'out'; phone?: string | undefined; node: BinaryNode }
  /** The last inbound stanza has been handled. */
  | { kind: 'taken' }
  | { kind: 'companions' }
  | { kind: 'contacts' }
  | { kind: 'phone'; phone: string }
  | { kind: 'chat'; phone: string; contact: string }
  /** A call has ended. */
  | { kind: 'call'; id: string }
  /** Something changed in the Graph API. */
  | { kind: 'graph' }

export interface Happenings {
  tell(happening: Happening): void
  /** Returns the function that stops listening. */
  listen(listener: (happening: Happening) => void): () => void
  until<T>(name: string, predicate: () => T | false | undefined | null, timeoutMs?: number): Promise<T>
}

const DEFAULT_WAIT_MS = 60_000

/** Event listeners. A wait evaluates its predicate after each event; nothing polls. */
export function openHappenings(): Happenings {
  const listeners = new Set<(happening: Happening) => void>()
  const tell = (happening: Happening) => {
    for (const listener of [...listeners]) listener(happening)
  }
  const listen = (listener: (happening: Happening) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const until: Happenings['until'] = (name, predicate, timeoutMs = DEFAULT_WAIT_MS) =>
    new Promise((resolve, reject) => {
      const finish = (conclude: () => void) => {
        clearTimeout(timer)
        stop()
        conclude()
      }
      const look = () => {
        try {
          const found = predicate()
          if (found) finish(() => resolve(found))
        } catch (cause) {
          finish(() => reject(cause))
        }
      }
      const timer = setTimeout(
        () => finish(() => reject(new Error(`waited ${timeoutMs} ms in vain: ${name}`))),
        timeoutMs,
      )
      const stop = listen(look)
      look()
    })
  return { tell, listen, until }
}
