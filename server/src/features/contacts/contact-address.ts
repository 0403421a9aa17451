import { canonicalPhone } from '@balcao/domain/phone-number'
import type { ChatAddress } from '@balcao/whatsapp/gateway'

/** The addresses that identify a contact, as two lists for a statement. */
export interface AddressList {
  readonly kinds: string[]
  readonly values: string[]
}

/** The addresses of both, each once. */
export function joinedList(one: AddressList, other: AddressList): AddressList {
  const isNew = (value: string, at: number) =>
    !one.values.some((known, own) => known === value && one.kinds[own] === other.kinds[at])
  return {
    kinds: [...one.kinds, ...other.kinds.filter((_, at) => isNew(other.values[at] ?? '', at))],
    values: [...one.values, ...other.values.filter(isNew)],
  }
}

export function addressList(chat: ChatAddress): AddressList {
  if (chat.kind === 'group') return { kinds: ['group'], values: [chat.group] }
  const phone = chat.phone === null ? [] : [{ kind: 'phone', value: canonicalPhone(chat.phone) }]
  const lid = chat.lid === null ? [] : [{ kind: 'lid', value: chat.lid }]
  const user = chat.userId === undefined ? [] : [{ kind: 'user', value: chat.userId }]
  const all = [...phone, ...lid, ...user]
  return { kinds: all.map(({ kind }) => kind), values: all.map(({ value }) => value) }
}
