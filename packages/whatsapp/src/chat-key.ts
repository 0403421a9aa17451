import { isJidGroup, isLidUser, isPnUser, jidNormalizedUser } from 'baileys'
import { jidUserOf } from './addresses'
import { keyFromJson } from './key-json'
import type { KeyStoreSession } from './store-session'

/**
 * The key by which a conversation's inbound events are ordered: its LID, if the stanza or a stored mapping has it. The
 * key changes when the LID becomes known later; order across this change is not guaranteed.
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
