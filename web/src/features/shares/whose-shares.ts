import type { UserId } from '@balcao/domain/ids'

export const shareCacheName = 'shares'
const ownerKey = '/share/owner'

/** Whether any share is stored. Without https browsers have no Cache API, so no share can be stored. */
export async function hasStoredShares(): Promise<boolean> {
  return 'caches' in globalThis && (await caches.has(shareCacheName))
}

/**
 * Deletes the shares of other users, or all shares for null. A share that was stored while signed out then
 * belongs to `person`.
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
