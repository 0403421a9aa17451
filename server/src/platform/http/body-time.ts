import type { IncomingMessage, Server } from 'node:http'
import type { Clock } from '../clock'

/** The time allowed for any body. Large bodies get more time for their size. */
const graceMilliseconds = 30_000
/** The slowest transfer rate that gets a large body through in time: half a megabit per second. */
const bytesPerSecond = 64 << 10

export function allowedBodyMilliseconds(bytes: number): number {
  return graceMilliseconds + Math.ceil(bytes / bytesPerSecond) * 1_000
}

export interface BodyTimeLimit {
  /**
   * Replaces the time limit of a request by this one, which begins now. It is longer, for example, once the sender is
   * known to be a user who may upload files.
   */
  allow(request: IncomingMessage, milliseconds: number): void
}

/**
 * Closes requests whose body takes too long for its size. Node's `requestTimeout` can't do this, because it is one
 * limit for uploads and all other requests.
 */
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

  // Added at the end of the start, because Socket.IO would otherwise put its own listener before this one.
  server.once('listening', () => server.prependListener('request', begin))
  return { allow }
}

/** The announced size of a body. A chunked body announces none, so the largest possible size is assumed. */
export function declaredBodyBytes({ headers }: IncomingMessage): number {
  const declared = Number(headers['content-length'])
  return Number.isSafeInteger(declared) && declared >= 0 ? declared : Number.MAX_SAFE_INTEGER
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
