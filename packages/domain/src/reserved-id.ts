import type { WhatsappMessageId } from './ids'

/** WhatsApp Web's prefix and 18 hexadecimal digits, as its clients build the ids of their messages. */
const form = /^3EB0[0-9A-F]{18}$/

/** An id to send a message under. `digits` are at least 18 random hexadecimal ones. */
export function reservedIdOf(digits: string): WhatsappMessageId {
  return `3EB0${digits.slice(0, 18).toUpperCase()}` as WhatsappMessageId // made here by WhatsApp's rules
}

/** Whether the id was reserved here, rather than given by a provider. */
export function isReservedId(id: string): id is WhatsappMessageId {
  return form.test(id)
}
