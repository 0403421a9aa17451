import type { IncomingMessage, Server } from 'node:http'
import type { Clock } from '../clock'

/** What every body may take, however slow its sender; then its size counts. */
const graceMilliseconds = 30_000
/** The slowest pace that is waited for: half a megabit in a second. */
const bytesPerSecond = 64 << 10

/** How long a body of this size may take to arrive. */
export function bodyMilliseconds(bytes: number): number {
  return graceMilliseconds + Math.ceil(bytes / bytesPerSecond) * 1_000
}

export interface BodyTime {
  /** Gives a request another time than others get, counted from now. For bodies that are known to be wanted. */
  allow(request: IncomingMessage, milliseconds: number): void
}

/**
 * Closes the connection of a request whose body does not arrive in its time, whatever its path, its form, or the answer
 * that it had already. Node's own `requestTimeout` is one for all requests, and uploads need longer than anything else.
 */
export function limitBodyTime(server: Server, clock: Clock, longestBytes: number): BodyTime {
  const cancels = new WeakMap<IncomingMessage, () => void>()

  function allow(request: IncomingMessage, milliseconds: number): void {
    cancels.get(request)?.()
    if (request.complete) return
    const cancel = clock.after(milliseconds, () => {
      if (!request.complete) request.destroy()
    })
    cancels.set(request, cancel)
  }

  function begin(request: IncomingMessage): void {
    if (!hasBody(request)) return
    allow(request, bodyMilliseconds(Math.min(declaredBytes(request), longestBytes)))
    request.once('close', () => cancels.get(request)?.())
  }

  // Socket.IO puts itself before the listeners that it finds, so this one is added when all others are there.
  server.once('listening', () => server.prependListener('request', begin))
  return { allow }
}

/** Of a chunked body, which declares no size, nothing is known: it may be as long as any. */
export function declaredBytes({ headers }: IncomingMessage): number {
  const declared = Number(headers['content-length'])
  return Number.isSafeInteger(declared) && declared >= 0 ? declared : Number.MAX_SAFE_INTEGER
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
