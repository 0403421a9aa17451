import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { readOfficialCredentials } from '@balcao/domain/official-credentials'
import { MediaGone, type MediaReference } from '@balcao/whatsapp/gateway'
import type { KeyStore } from '@balcao/whatsapp/ports'
import { request } from 'undici'
import { z } from 'zod'
import { graphClient, userAgent } from './graph'
import { GraphError } from './graph-error'
import { mediaLocationOf } from './media-reference'
import type { GraphSettings } from './settings'
import { nullableText } from './shapes'

/** The most bytes of a media file, slightly above Meta's limit of 100 MB. */
const limitBytes = 101 * 1024 * 1024

const mediaFacts = z.object({ url: nullableText, sha256: nullableText })

/** Downloads a file in pieces, which callers discard after an error. Only the media host gets the token. */
export async function* fetchMedia(
  settings: GraphSettings,
  reference: MediaReference,
  signal: AbortSignal,
  keys: Pick<KeyStore, 'load'>,
  limit = limitBytes,
): AsyncGenerator<Uint8Array> {
  const place = mediaLocationOf(reference)
  const credentials = await readOfficialCredentials(keys)
  if (credentials === null) throw new Error('this connection has no credentials for its media')
  const { token, phoneNumberId } = credentials
  const facts = await graphClient(settings, token)
    .call({ method: 'GET', path: [place.id], query: { phone_number_id: phoneNumberId }, signal }, mediaFacts)
    .catch((error: unknown) => {
      throw isGone(error) ? new MediaGone('Meta no longer has this media', { cause: error }) : error
    })
  const { statusCode, body } = await request(mediaAddress(settings, facts.url), {
    signal,
    headers: { authorization: `Bearer ${token}`, 'user-agent': userAgent },
    ...(settings.dispatcher && { dispatcher: settings.dispatcher }),
  })
  const hash = createHash('sha256')
  let size = 0
  if (statusCode !== 200) {
    await body.dump() // destroying an unread body would throw an uncaught error
    if (statusCode === 404 || statusCode === 410) throw new MediaGone('Meta no longer has this media')
    throw new Error(`Meta answered ${statusCode} to a media download`)
  }
  for await (const part of body) {
    size += part.length
    if (size > limit) throw new Error('this media is larger than we keep')
    hash.update(part)
    yield part
  }
  if (size === 0) throw new Error('this media is empty')
  verifyHash(hash.digest(), place.sha256 ?? facts.sha256)
}

/** True when Meta no longer has the file. Meta reports an expired media id as an unknown object (code 100). */
function isGone(error: unknown): boolean {
  if (!(error instanceof GraphError)) return false
  const { status, code, subcode } = error
  return status === 404 || status === 410 || code === 131052 || (code === 100 && subcode === 33)
}

/** Media must be on the media host and use https; only a simulator on loopback may use http. */
function mediaAddress({ mediaHost }: GraphSettings, given: string | null): URL {
  const address = given !== null && URL.canParse(given) ? new URL(given) : null
  if (address === null || address.host !== mediaHost) throw new Error('this media lies outside of Meta')
  const isLoopback = isIP(address.hostname) === 4 && address.hostname.startsWith('127.')
  if (address.protocol !== 'https:' && !(address.protocol === 'http:' && isLoopback))
    throw new Error('this media would travel without encryption')
  return address
}

/** Meta's hash is in base64 or hexadecimal. */
function verifyHash(hash: Buffer, expected: string | null): void {
  if (expected === null || expected === '') return
  const wanted = Buffer.from(expected, /^[0-9a-f]{64}$/i.test(expected) ? 'hex' : 'base64')
  if (!hash.equals(wanted)) throw new Error('the hash of this media is wrong')
}
