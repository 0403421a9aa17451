import { createHash } from 'node:crypto'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import { isReservedId } from '@balcao/domain/reserved-id'
import { isUserId } from '@balcao/domain/user-ids'
import type { PersonAddress } from '@balcao/whatsapp/gateway'

/** Meta's message ids have some eighty characters, and more for people without a phone number. */
const usualName = /^[\x21-\x7e]{1,512}$/

/** A foreign id made safe for a row and its index: its hash replaces one that is too long or has strange characters. */
export function usableName(given: string): string {
  return usualName.test(given) ? given : `strange-${createHash('sha256').update(given).digest('hex')}`
}

/** The one conversion of Meta's message ids into ours. */
export function messageIdFrom(id: string): WhatsappMessageId {
  return usableName(id) as WhatsappMessageId
}

/** True for an id that Meta gave; ours are reserved before sending and mean nothing to it. */
export function isGivenId(id: string): boolean {
  return id.startsWith('wamid.')
}

/** Our reserved id in the `biz_opaque_callback_data` of a status; null for another program's data. */
export function reservedIdIn(callbackData: string | null): WhatsappMessageId | null {
  return callbackData !== null && isReservedId(callbackData) ? callbackData : null
}

const phoneForm = /^\d{5,20}$/

/** A phone number and a user id as one address; what has another form is left out. */
export function personFrom(phone: string | null, userId: string | null): PersonAddress | null {
  const digits = phone?.replace(/^\+/, '') ?? ''
  const user = [userId, phone].find((one) => one !== null && isUserId(one)) ?? null
  const isPhone = phoneForm.test(digits)
  if (!isPhone && user === null) return null
  return { kind: 'person', phone: isPhone ? digits : null, lid: null, ...(user !== null && { userId: user }) }
}
