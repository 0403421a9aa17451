import { canonicalPhone, digitsOf } from '@balcao/domain/phone-number'

export interface ContactAddress {
  readonly kind: 'phone' | 'lid' | 'group' | 'user'
  readonly value: string
}

/** The result of parsing a contact's number: the WhatsApp addresses, and the number to show. */
export interface SourceContactAddresses {
  readonly addresses: readonly ContactAddress[]
  readonly number: string
}

const groupDigits = 18

/**
 * Parses a contact's `number` in the source. It is a group by its flag, suffix or length; a LID by its suffix
 * or because the source's table of LIDs has it; otherwise a phone number. `lids` are the contact's LIDs. The
 * result has no addresses if no WhatsApp number can look like this.
 */
export function parseContactNumber(
  number: string,
  isGroup: boolean,
  lids: readonly string[],
  isLid: (digits: string) => boolean,
): SourceContactAddresses {
  const digits = digitsOf(number)
  const own = lids
    .map((lid): ContactAddress => ({ kind: 'lid', value: digitsOf(lid) }))
    .filter(({ value }) => value !== '')
  if (isGroup || number.endsWith('@g.us') || digits.length >= groupDigits) {
    const group = number.replace(/@.*$/, '').replace(/[^\d-]/g, '')
    return { addresses: group === '' ? [] : [{ kind: 'group', value: group }], number: digits }
  }
  if (number.includes('@lid') || isLid(digits))
    return {
      addresses: unique([...(digits === '' ? [] : [{ kind: 'lid', value: digits } as const]), ...own]),
      number: '',
    }
  const isPhone = digits.length >= 8 && digits.length <= 15
  const phone: ContactAddress[] = isPhone ? [{ kind: 'phone', value: canonicalPhone(digits) }] : []
  return { addresses: unique([...phone, ...own]), number: isPhone ? digits : '' }
}

function unique(addresses: readonly ContactAddress[]): readonly ContactAddress[] {
  return [...new Map(addresses.map((one) => [`${one.kind} ${one.value}`, one])).values()]
}
