import { createHash } from 'node:crypto'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import { isReservedId } from '@balcao/domain/reserved-id'
import { isBusinessScopedUserId } from '@balcao/domain/user-ids'
import type { PersonAddress } from '@balcao/whatsapp/gateway'

/** Meta's message ids have some eighty characters, or more for people without a phone number. */
const usualName = /^[\x21-\x7e]{1,512}$/

/** Replaces a foreign id that is too long or has strange characters by its hash, to store and index it. */
export function storableIdOf(given: string): string {
  return usualName.test(given) ? given : `strange-${createHash('sha256').update(given).digest('hex')}`
}

/** Converts Meta's message ids to ours; no other code does. */
export function messageIdFrom(id: string): WhatsappMessageId {
  return storableIdOf(id) as WhatsappMessageId
}

/** True for an id that Meta gave. Ids that we reserved before sending mean nothing to Meta. */
export function isMetaMessageId(id: string): boolean {
  return id.startsWith('wamid.')
}

/** Null for the `biz_opaque_callback_data` of another program. */
export function reservedIdIn(callbackData: string | null): WhatsappMessageId | null {
  return callbackData !== null && isReservedId(callbackData) ? callbackData : null
}

const phoneForm = /^\d{5,20}$/

export function personAddressFrom(phone: string | null, userId: string | null): PersonAddress | null {
  const digits = phone?.replace(/^\+/, '') ?? ''
  const user = [userId, phone].find((one) => one !== null && isBusinessScopedUserId(one)) ?? null
  const isPhone = phoneForm.test(digits)
  if (!isPhone && user === null) return null
  return { kind: 'person', phone: isPhone ? digits : null, lid: null, ...(user !== null && { userId: user }) }
}
