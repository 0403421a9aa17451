import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { getMediaKeys } from 'baileys'
import { fetch, type Response } from 'undici'
import { MediaGone, type MediaReference } from './gateway'
import { mediaPlace } from './media-reference'
import type { Endpoint } from './simulator-trust'

const mediaHost = 'mmg.whatsapp.net'
const macBytes = 10
/** WhatsApp's own limit for a document is 2 GB; ours is what we store, with room for the padding. */
const limitBytes = 101 * 1024 * 1024

/**
 * Downloads a media and decrypts it, checking its MAC and hashes (Baileys' own download checks neither). The host comes
 * from the sender of the message, so only WhatsApp's are asked, and no redirect is followed elsewhere.
 */
export async function fetchMedia(
  endpoint: Endpoint,
  reference: MediaReference,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const place = mediaPlace(reference)
  const response = await fetch(addressOf(endpoint, place), {
    signal,
    redirect: 'error',
    headers: { origin: 'https://web.whatsapp.com' },
    ...(endpoint.download ? { dispatcher: endpoint.download } : {}),
  })
  if (response.status === 404 || response.status === 410)
    throw new MediaGone('WhatsApp no longer has this media')
  if (!response.ok) throw new Error(`WhatsApp answered ${response.status} to a media download`)
  const encrypted = await bodyWithin(response, limitBytes)
  verifyHash(encrypted, place.encryptedHash)

  const { cipherKey, iv, macKey } = await getMediaKeys(place.mediaKey, place.kind)
  if (!macKey) throw new Error('no MAC key could be derived for this media')
  const body = encrypted.subarray(0, -macBytes)
  const mac = createHmac('sha256', macKey).update(iv).update(body).digest().subarray(0, macBytes)
  if (!timingSafeEqual(mac, encrypted.subarray(-macBytes))) throw new Error('the MAC of this media is wrong')
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const bytes = Buffer.concat([decipher.update(body), decipher.final()])
  verifyHash(bytes, place.hash)
  return bytes
}

/** The sender wrote the path too: `//10.0.0.1/x` or a whole address in it would lead elsewhere. */
function addressOf(endpoint: Endpoint, place: { host: string | null; directPath: string }): URL {
  const host = place.host !== null && endpoint.isMediaHost(place.host) ? place.host : mediaHost
  const address = new URL(place.directPath, `https://${host}`)
  if (address.origin !== `https://${host}`) throw new MediaGone('this media lies outside of WhatsApp')
  return address
}

async function bodyWithin(response: Response, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > limit) throw new Error('this media is larger than we keep')
    parts.push(part)
  }
  if (size <= macBytes) throw new Error('this media is empty')
  return Buffer.concat(parts, size)
}

function verifyHash(bytes: Buffer, expected: Buffer | null): void {
  if (expected === null) return
  if (!createHash('sha256').update(bytes).digest().equals(expected))
    throw new Error('the hash of this media is wrong')
}
