import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type FileKey, isFileKey } from './file-store'

/** A secret that signs links, and the short id by which a link names its secret. */
export interface FileLinkSigningKey {
  readonly id: string
  readonly secret: string
}

/** The first key signs new links. Links signed with the others stay valid, so that a secret can be replaced. */
export type FileLinkSigningKeys = readonly [FileLinkSigningKey, ...FileLinkSigningKey[]]

export interface FileLinkTarget {
  readonly key: FileKey
  readonly name: string | null
  readonly expiresAtSeconds: number
}

const DAY_SECONDS = 86_400
// 18 bytes (144 bits) of an HMAC cannot be guessed and keep the link short.
const SIGNATURE_BYTES = 18
const PATH = '/public/'

/** Each secret gives a key. Its id is derived from the secret, so it needs no configuration. */
export function deriveFileLinkSigningKeys(
  current: string,
  ...former: readonly string[]
): FileLinkSigningKeys {
  return [linkKeyOf(current), ...former.map(linkKeyOf)]
}

function linkKeyOf(secret: string): FileLinkSigningKey {
  return { id: createHash('sha256').update(`id of ${secret}`).digest('hex').slice(0, 6), secret }
}

/**
 * Signs a path, which then opens without a session until the end of the next UTC day (GEN-20). All links to a file made
 * on one day are equal, so that browsers can cache the file.
 */
export function signFileLink(keys: FileLinkSigningKeys, key: FileKey, now: Date, name?: string): string {
  const today = Math.floor(now.getTime() / 1_000 / DAY_SECONDS)
  const expiry = (today + 2) * DAY_SECONDS
  const query = new URLSearchParams({ e: String(expiry) })
  if (name !== undefined) query.set('n', name)
  query.set('s', `${keys[0].id}.${signature(keys[0], key, expiry, name ?? '')}`)
  return `${PATH}${key}?${query}`
}

/** Returns what a link names; null: it is invalid. `target` is raw: nothing is decoded, so a file has one spelling. */
export function verifyFileLink(keys: FileLinkSigningKeys, target: string, now: Date): FileLinkTarget | null {
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const key = path.startsWith(PATH) ? path.slice(PATH.length) : ''
  if (!isFileKey(key)) return null

  const parameters = new URLSearchParams(query)
  const expiry = Number(parameters.get('e'))
  const name = parameters.get('n')
  const [keyId, given] = (parameters.get('s') ?? '').split('.')
  const linkKey = keys.find((candidate) => candidate.id === keyId)
  if (!linkKey || !isSame(given ?? '', signature(linkKey, key, expiry, name ?? ''))) return null

  const isLive = now.getTime() < expiry * 1_000
  return isLive ? { key, name, expiresAtSeconds: expiry } : null
}

function signature(linkKey: FileLinkSigningKey, key: FileKey, expiry: number, name: string): string {
  const mac = createHmac('sha256', linkKey.secret).update(`${key}\n${expiry}\n${name}`).digest()
  return mac.subarray(0, SIGNATURE_BYTES).toString('base64url')
}

function isSame(given: string, expected: string): boolean {
  // Compares the signatures as texts: several texts decode to the same bytes, and only one of them may be valid.
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
