import { isJidGroup, isLidUser, isPnUser, jidNormalizedUser } from 'baileys'
import { userOf } from './addresses'
import { keyFromText } from './key-json'
import type { StoreSession } from './store-session'

/**
 * The partition key of a conversation in the inbound queue, within which inbound events are handled in order. WhatsApp
 * names a person sometimes by phone and sometimes by LID, so the LID is used whenever our own mapping (or the stanza)
 * has it. It never asks the network. When a LID becomes known later, the key changes once, and the order across the
 * change is not guaranteed.
 */
export async function chatKey(store: StoreSession, jid: string, alternative?: string): Promise<string> {
  const normal = jidNormalizedUser(jid)
  if (isJidGroup(normal) || isLidUser(normal) || !isPnUser(normal)) return normal
  if (alternative !== undefined && isLidUser(alternative)) return jidNormalizedUser(alternative)
  const phone = userOf(normal)
  const mapped = (await store.load('lid-mapping', [phone])).get(phone)
  return mapped === undefined ? normal : `${keyFromText<string>(mapped)}@lid`
}
