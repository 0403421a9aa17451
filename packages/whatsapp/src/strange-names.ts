import { createHash } from 'node:crypto'
import type { WhatsappMessageId } from '@balcao/domain/ids'

/** Ids that are stored unchanged. WhatsApp's apps use 20 to 40 characters, so the bound of 128 is generous. */
const usualName = /^[\x21-\x7e]{1,128}$/

/** Returns the id, or its hash if it is unusual. A NUL or ten thousand characters would fail in every commit. */
export function storableIdOf(given: string): string {
  return usualName.test(given) ? given : `strange-${createHash('sha256').update(given).digest('hex')}`
}

/** Converts WhatsApp's id of a message to the branded type. Only this function does, so that all ids are storable. */
export function messageIdFrom(id: string): WhatsappMessageId {
  return storableIdOf(id) as WhatsappMessageId
}
