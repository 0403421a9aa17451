import { canonicalPhone } from '@balcao/domain/phone-number'
import type { ChatAddress } from '@balcao/whatsapp/gateway'

/** The addresses that identify a contact, as two lists for a statement. */
export interface AddressList {
  readonly kinds: string[]
  readonly values: string[]
}

export function addressList(chat: ChatAddress): AddressList {
  if (chat.kind === 'group') return { kinds: ['group'], values: [chat.group] }
  const phone = chat.phone === null ? [] : [{ kind: 'phone', value: canonicalPhone(chat.phone) }]
  const lid = chat.lid === null ? [] : [{ kind: 'lid', value: chat.lid }]
  const all = [...phone, ...lid]
  return { kinds: all.map(({ kind }) => kind), values: all.map(({ value }) => value) }
}
