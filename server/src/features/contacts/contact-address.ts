import { canonicalPhone } from '@balcao/domain/phone-number'
import type { ChatAddress } from '@balcao/whatsapp/gateway'

/** The addresses that identify a contact, as two lists for a statement. */
export interface AddressList {
  readonly kinds: string[]
  readonly values: string[]
}

export const noAddresses: AddressList = { kinds: [], values: [] }

export function uniteAddresses(one: AddressList, other: AddressList): AddressList {
  const more = subtractAddresses(other, one)
  return { kinds: [...one.kinds, ...more.kinds], values: [...one.values, ...more.values] }
}

export function subtractAddresses({ kinds, values }: AddressList, other: AddressList): AddressList {
  const left = values.flatMap((value, at) => {
    const kind = kinds[at] ?? ''
    const isThere = other.values.some((known, own) => known === value && other.kinds[own] === kind)
    return isThere ? [] : [{ kind, value }]
  })
  return { kinds: left.map(({ kind }) => kind), values: left.map(({ value }) => value) }
}

export function addressListOf(chat: ChatAddress): AddressList {
  if (chat.kind === 'group') return { kinds: ['group'], values: [chat.group] }
  const phone = chat.phone === null ? [] : [{ kind: 'phone', value: canonicalPhone(chat.phone) }]
  const lid = chat.lid === null ? [] : [{ kind: 'lid', value: chat.lid }]
  const user = chat.userId === undefined ? [] : [{ kind: 'user', value: chat.userId }]
  const all = [...phone, ...lid, ...user]
  return { kinds: all.map(({ kind }) => kind), values: all.map(({ value }) => value) }
}
