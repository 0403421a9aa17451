import { createHash } from 'node:crypto'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import { isReservedMessageId } from '@balcao/domain/reserved-id'
import { isBusinessScopedUserId } from '@balcao/domain/user-ids'
import type { PersonAddress } from '@balcao/whatsapp/gateway'

/** Ids that are stored unchanged. Meta's have some 80 characters, and more for people without a phone number. */
const usualName = /^[\x21-\x7e]{1,512}$/

/** Returns the id, or its hash if it is too long or has unusual characters, so that it can be indexed. */
export function storableIdOf(given: string): string {
  return usualName.test(given) ? given : `strange-${createHash('sha256').update(given).digest('hex')}`
}

/** Converts Meta's id of a message to the branded type. Only this function does, so that all ids are storable. */
export function messageIdFrom(id: string): WhatsappMessageId {
  return storableIdOf(id) as WhatsappMessageId
}

/** True for an id that Meta gave. Ids that we reserved before sending mean nothing to Meta. */
export function isMetaMessageId(id: string): boolean {
  return id.startsWith('wamid.')
}

/** The id that this server sent as `biz_opaque_callback_data`; null if another program sent the message. */
export function reservedIdIn(callbackData: string | null): WhatsappMessageId | null {
  return callbackData !== null && isReservedMessageId(callbackData) ? callbackData : null
}

const phoneForm = /^\d{5,20}$/

export function personAddressFrom(phone: string | null, userId: string | null): PersonAddress | null {
  const digits = phone?.replace(/^\+/, '') ?? ''
  const user = [userId, phone].find((one) => one !== null && isBusinessScopedUserId(one)) ?? null
  const isPhone = phoneForm.test(digits)
  if (!isPhone && user === null) return null
  return { kind: 'person', phone: isPhone ? digits : null, lid: null, ...(user !== null && { userId: user }) }
}
