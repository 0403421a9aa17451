import { createDecipheriv, createHash, createHmac, type Hash, timingSafeEqual } from 'node:crypto'
import { getMediaKeys } from 'baileys'
import { fetch, type Response } from 'undici'
import { MediaGone, type MediaReference } from './gateway'
import { type MediaLocation, mediaLocationOf } from './media-reference'
import type { WhatsappEndpoint } from './simulator-trust'

const mediaHost = 'mmg.whatsapp.net'
const macBytes = 10
/** The storage limit plus the encryption's padding. WhatsApp itself allows documents of 2 GB. */
const limitBytes = 101 * 1024 * 1024

/**
 * Downloads and decrypts a file. Its MAC and hashes are verified before the last piece, so callers discard the pieces
 * after an error. The message's sender chooses the host, so only WhatsApp's hosts are allowed, without redirects.
 */
export async function* fetchMedia(
  endpoint: WhatsappEndpoint,
  reference: MediaReference,
  signal: AbortSignal,
  limit = limitBytes,
): AsyncGenerator<Uint8Array> {
  const place = mediaLocationOf(reference)
  const { cipherKey, iv, macKey } = await getMediaKeys(place.mediaKey, place.kind)
  if (!macKey) throw new Error('no MAC key could be derived for this media')
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const hmac = createHmac('sha256', macKey).update(iv)
  const [encryptedHash, hash] = [createHash('sha256'), createHash('sha256')]
  let mac: Uint8Array = Buffer.alloc(0)
  for await (const part of partsWithin(await answerOf(endpoint, place, signal), limit)) {
    encryptedHash.update(part)
    const read = Buffer.concat([mac, part])
    const body = read.subarray(0, Math.max(0, read.length - macBytes))
    mac = read.subarray(body.length)
    hmac.update(body)
    const bytes = decipher.update(body)
    hash.update(bytes)
    if (bytes.length > 0) yield bytes
  }
  verifyHash(encryptedHash, place.encryptedHash)
  const expected = hmac.digest().subarray(0, macBytes)
  if (mac.length < macBytes || !timingSafeEqual(mac, expected))
    throw new Error('the MAC of this media is wrong')
  const last = decipher.final()
  verifyHash(hash.update(last), place.hash)
  yield last
}

async function answerOf(
  endpoint: WhatsappEndpoint,
  place: MediaLocation,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(addressOf(endpoint, place), {
    signal,
    redirect: 'error',
    headers: { origin: 'https://web.whatsapp.com' },
    ...(endpoint.download ? { dispatcher: endpoint.download } : {}),
  })
  if (response.status === 404 || response.status === 410)
    throw new MediaGone('WhatsApp no longer has this media')
  if (!response.ok) throw new Error(`WhatsApp answered ${response.status} to a media download`)
  return response
}

/** The message's sender chooses the path too, so `//10.0.0.1/x` or a whole address in it must not change the host. */
function addressOf(endpoint: WhatsappEndpoint, place: { host: string | null; directPath: string }): URL {
  const host = place.host !== null && endpoint.isMediaHost(place.host) ? place.host : mediaHost
  const address = new URL(place.directPath, `https://${host}`)
  if (address.origin !== `https://${host}`) throw new MediaGone('this media lies outside of WhatsApp')
  return address
}

async function* partsWithin(response: Response, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > limit) throw new Error('this media is larger than we keep')
    yield part
  }
  if (size <= macBytes) throw new Error('this media is empty')
}

function verifyHash(hash: Hash, expected: Buffer | null): void {
  if (expected !== null && !hash.digest().equals(expected)) throw new Error('the hash of this media is wrong')
}
