import { createHash } from 'node:crypto'
import type { WhatsappMessageId } from '@balcao/domain/ids'

/** WhatsApp apps use message ids of 20 to 40 characters, so the bound of 128 is generous. */
const usualName = /^[\x21-\x7e]{1,128}$/

/** A phone may send any id. A NUL or ten thousand characters would fail in the commit, and arrive again forever. */
export function storableIdOf(given: string): string {
  return usualName.test(given) ? given : `strange-${createHash('sha256').update(given).digest('hex')}`
}

/** Converts WhatsApp's message ids to ours; no other code does. */
export function messageIdFrom(id: string): WhatsappMessageId {
  return storableIdOf(id) as WhatsappMessageId
}
