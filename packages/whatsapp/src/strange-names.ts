import { createHash } from 'node:crypto'
import type { WhatsappMessageId } from '@balcao/domain/ids'

/** The form of the ids of all apps of WhatsApp; they have some twenty to forty characters. */
const usualName = /^[\x21-\x7e]{1,128}$/

/**
 * An id from a foreign phone for a message or a call, made safe for a row and its index. A phone may send anything, a
 * NUL or ten thousand characters. Such an id would fail in the commit, end the connection, and be delivered again with
 * the next one, for ever. Its hash replaces it, always the same.
 */
export function usableName(given: string): string {
  return usualName.test(given) ? given : `strange-${createHash('sha256').update(given).digest('hex')}`
}

/** The one conversion of WhatsApp's message ids into ours. */
export function messageIdFrom(id: string): WhatsappMessageId {
  return usableName(id) as WhatsappMessageId
}
