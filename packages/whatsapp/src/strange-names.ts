import { createHash } from 'node:crypto'
import type { WhatsappMessageId } from '@balcao/domain/ids'

/** What every app of WhatsApp makes its ids of; they have some twenty to forty characters. */
const usual = /^[\x21-\x7e]{1,128}$/

/**
 * A name that somebody's phone gave to a message or a call, fit for a row and its index. A phone may write anything, a NUL
 * or ten thousand characters: such a name would fail in the commit, end the connection, and come again with the next one,
 * for ever. Its hash stands for it, always the same.
 */
export function usableName(given: string): string {
  return usual.test(given) ? given : `strange-${createHash('sha256').update(given).digest('hex')}`
}

/** The door where WhatsApp's ids of messages become ours. */
export function messageIdFrom(id: string): WhatsappMessageId {
  return usableName(id) as WhatsappMessageId
}
