import type { IncomingMessage, Server } from 'node:http'
import type { Clock } from '../clock'

/** The minimum time limit of any body. The limit of large bodies depends on their size. */
const graceMilliseconds = 30_000
/** The slowest accepted transfer rate: half a megabit per second. */
const bytesPerSecond = 64 << 10

export function allowedBodyMilliseconds(bytes: number): number {
  return graceMilliseconds + Math.ceil(bytes / bytesPerSecond) * 1_000
}

export interface BodyTimeLimit {
  /** Sets another time limit for a request, counted from now, when its sender is known and allowed to send it. */
  allow(request: IncomingMessage, milliseconds: number): void
}

/** Node's own `requestTimeout` is the same for all requests, and uploads need longer than other requests. */
export function limitBodyTime(server: Server, clock: Clock, longestBytes: number): BodyTimeLimit {
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
    allow(request, allowedBodyMilliseconds(Math.min(declaredBodyBytes(request), longestBytes)))
    request.once('close', () => cancels.get(request)?.())
  }

  // Socket.IO moves itself before existing listeners, so this listener is prepended last and runs first.
  server.once('listening', () => server.prependListener('request', begin))
  return { allow }
}

/** A chunked body declares no size, so the largest possible size is assumed. */
export function declaredBodyBytes({ headers }: IncomingMessage): number {
  const declared = Number(headers['content-length'])
  return Number.isSafeInteger(declared) && declared >= 0 ? declared : Number.MAX_SAFE_INTEGER
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
