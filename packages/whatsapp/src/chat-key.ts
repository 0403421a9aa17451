import { isJidGroup, isLidUser, isPnUser, jidNormalizedUser } from 'baileys'
import { jidUserOf } from './addresses'
import { keyFromJson } from './key-json'
import type { KeyStoreSession } from './store-session'

/**
 * The key by which a conversation's inbound events are ordered: its LID if known, else its JID. When the LID becomes
 * known, the key changes, and events before and after the change have no guaranteed order.
 */
export async function chatPartitionKey(
  store: KeyStoreSession,
  jid: string,
  alternative?: string,
): Promise<string> {
  const normal = jidNormalizedUser(jid)
  if (isJidGroup(normal) || isLidUser(normal) || !isPnUser(normal)) return normal
  if (alternative !== undefined && isLidUser(alternative)) return jidNormalizedUser(alternative)
  const phone = jidUserOf(normal)
  const mapped = (await store.load('lid-mapping', [phone])).get(phone)
  return mapped === undefined ? normal : `${keyFromJson<string>(mapped)}@lid`
}
