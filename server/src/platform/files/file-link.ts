import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type FileKey, isFileKey } from './file-store'

/** A secret that signs links, and the short name under which a link says that it was signed by it. */
export interface LinkKey {
  /** Letters and digits. */
  readonly id: string
  readonly secret: string
}

/** The first key signs; links of the others are still good, so that a secret can be replaced within two days. */
export type LinkKeys = readonly [LinkKey, ...LinkKey[]]

export interface OpenLink {
  readonly key: FileKey
  readonly name: string | null
  readonly expiresAtSeconds: number
}

const DAY_SECONDS = 86_400
// 144 bits: beyond guessing, and a link stays short.
const SIGNATURE_BYTES = 18
const PATH = '/public/'

/** Keys out of secrets, the one for new links first. A key's id follows from its secret, so nobody has to keep one. */
export function linkKeysOf(current: string, ...former: readonly string[]): LinkKeys {
  return [linkKeyOf(current), ...former.map(linkKeyOf)]
}

function linkKeyOf(secret: string): LinkKey {
  return { id: createHash('sha256').update(`id of ${secret}`).digest('hex').slice(0, 6), secret }
}

/**
 * The path of a file, open to whoever holds it for 24 to 48 hours (GEN-20): to the end of the following day (UTC), so
 * that it stays the same all day and browsers cache what is behind it. `name` is what a download is saved as.
 */
export function signLink(keys: LinkKeys, key: FileKey, now: Date, name?: string): string {
  const today = Math.floor(now.getTime() / 1_000 / DAY_SECONDS)
  const expiry = (today + 2) * DAY_SECONDS
  const query = new URLSearchParams({ e: String(expiry) })
  if (name !== undefined) query.set('n', name)
  query.set('s', `${keys[0].id}.${signature(keys[0], key, expiry, name ?? '')}`)
  return `${PATH}${key}?${query}`
}

/**
 * What a link opens; null when it was not signed by us, was changed or has expired. `target` is the request's path and
 * query as they came: nothing is decoded before the path has been matched, so there is no second spelling of a path.
 */
export function checkLink(keys: LinkKeys, target: string, now: Date): OpenLink | null {
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

function signature(linkKey: LinkKey, key: FileKey, expiry: number, name: string): string {
  const mac = createHmac('sha256', linkKey.secret).update(`${key}\n${expiry}\n${name}`).digest()
  return mac.subarray(0, SIGNATURE_BYTES).toString('base64url')
}

function isSame(given: string, expected: string): boolean {
  // Compared as texts: several texts decode to the same bytes.
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
