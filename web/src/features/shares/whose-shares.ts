import type { UserId } from '@balcao/domain/ids'

/** The name of the browser cache that stores the shares. The first share creates the cache. */
export const shareCacheName = 'shares'
const ownerKey = '/share/owner'

/** Whether this browser has stored shares. Without https there is no cache storage. */
export async function hasStoredShares(): Promise<boolean> {
  return 'caches' in globalThis && (await caches.has(shareCacheName))
}

/**
 * Assigns the waiting shares to this user, and deletes those of another user. `null` (after a sign-out)
 * deletes all. A share that was stored while signed out belongs to the next user who signs in.
 */
export async function assignSharesTo(person: UserId | null): Promise<void> {
  if (!(await hasStoredShares())) return
  if (person === null) {
    await caches.delete(shareCacheName)
    return
  }
  const owner = await (await caches.match(ownerKey, { cacheName: shareCacheName }))?.text()
  if (owner === String(person)) return
  if (owner !== undefined) await caches.delete(shareCacheName)
  const cache = await caches.open(shareCacheName)
  // Ignores a full disk: the shares then stay without an owner until the next sign-in.
  await cache.put(ownerKey, new Response(String(person))).catch(() => undefined)
}
