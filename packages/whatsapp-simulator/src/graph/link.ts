import type { GraphService } from './graph-service'
import { keepInbound } from './media'
import type { BusinessNumber, Media } from './world'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
const MAX_BYTES = 100 * 1024 * 1024

/** Fetches the file of a `link`, as Meta does; undefined when that fails. The simulator asks this machine only. */
export async function fetchLink(
  service: GraphService,
  number: BusinessNumber,
  link: string,
): Promise<Media | undefined> {
  if (!LOOPBACK.has(new URL(link).hostname)) return undefined
  try {
    const response = await fetch(link, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200 || bytes.length === 0 || bytes.length > MAX_BYTES) return undefined
    const mimeType = response.headers.get('content-type') ?? 'application/octet-stream'
    return keepInbound(service, number, { bytes, mimeType })
  } catch {
    return undefined
  }
}
