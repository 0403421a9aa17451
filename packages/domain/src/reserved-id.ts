import type { WhatsappMessageId } from './ids'

/** WhatsApp Web's format of message ids: its prefix and 18 hexadecimal digits. */
const form = /^3EB0[0-9A-F]{18}$/

export function reservedMessageIdOf(digits: string): WhatsappMessageId {
  // Safe: the text has WhatsApp's format.
  return `3EB0${digits.slice(0, 18).toUpperCase()}` as WhatsappMessageId
}

/** True when this server reserved the id; false when a provider gave it. */
export function isReservedMessageId(id: string): id is WhatsappMessageId {
  return form.test(id)
}
