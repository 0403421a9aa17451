import type { UserId } from '@balcao/domain/ids'

/** The cache of the browser in which shares wait. It is made by the first one. */
export const shareCache = 'shares'
const ownerKey = '/share/owner'

/** A page without https has no caches. */
export async function hasEverKept(): Promise<boolean> {
  return 'caches' in globalThis && (await caches.has(shareCache))
}

/**
 * From now on what waits is this person's: what waited for another one goes, and with `null`, when somebody signs out, all
 * of it. What came while nobody was signed in is theirs who signs in next. Does nothing where nothing ever waited.
 */
export async function handSharesTo(person: UserId | null): Promise<void> {
  if (!(await hasEverKept())) return
  if (person === null) {
    await caches.delete(shareCache)
    return
  }
  const owner = await (await caches.match(ownerKey, { cacheName: shareCache }))?.text()
  if (owner === String(person)) return
  if (owner !== undefined) await caches.delete(shareCache)
  const cache = await caches.open(shareCache)
  await cache.put(ownerKey, new Response(String(person))).catch(() => undefined) // no room: still nobody's
}
