import { isJidGroup, isLidUser, isPnUser, jidNormalizedUser } from 'baileys'
import { userOf } from './addresses'
import { keyFromText } from './key-json'
import type { StoreSession } from './store-session'

/**
 * The name of a conversation in the inbound queue, within which inbound events are handled in order. WhatsApp names a person now by
 * phone and now by LID, so the LID is taken whenever our own mapping (or the stanza) has it; never asks the network.
 * Should a LID become known only later, the name changes once, and with it the line that the events stand in.
 */
export async function chatKey(store: StoreSession, jid: string, alternative?: string): Promise<string> {
  const normal = jidNormalizedUser(jid)
  if (isJidGroup(normal) || isLidUser(normal) || !isPnUser(normal)) return normal
  if (alternative !== undefined && isLidUser(alternative)) return jidNormalizedUser(alternative)
  const phone = userOf(normal)
  const mapped = (await store.load('lid-mapping', [phone])).get(phone)
  return mapped === undefined ? normal : `${keyFromText<string>(mapped)}@lid`
}
