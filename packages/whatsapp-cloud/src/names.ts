import { createHash } from 'node:crypto'
import type { WhatsappMessageId } from '@balcao/domain/ids'
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

/** The form of the ids that we reserve, which come back as `biz_opaque_callback_data`. */
const reservedId = /^3EB0[0-9A-F]{18}$/

/** Our reserved id in what a status carries back; null for anything else, such as another program's data. */
export function reservedIdIn(callbackData: string | null): WhatsappMessageId | null {
  return callbackData !== null && reservedId.test(callbackData) ? (callbackData as WhatsappMessageId) : null
}

/** Such as `BR.1349120865`, or `BR.ENT.1181579921` for a group of businesses. */
const userIdForm = /^[A-Z]{2}\.[\x21-\x7e]{1,200}$/
const phoneForm = /^\d{5,20}$/

/** A phone number and a user id as one address; what has another form is left out. */
export function personFrom(phone: string | null, userId: string | null): PersonAddress | null {
  const digits = phone?.replace(/^\+/, '') ?? ''
  const user = [userId, phone].find((one) => one !== null && userIdForm.test(one)) ?? null
  const isPhone = phoneForm.test(digits)
  if (!isPhone && user === null) return null
  return { kind: 'person', phone: isPhone ? digits : null, lid: null, ...(user !== null && { userId: user }) }
}
