/**
 * Phone numbers as WhatsApp writes them: digits with country code, without a plus. In Brazil, Argentina and Mexico an
 * older account may retain the older spelling of its number; both are one person (docs/architecture.md, section 5).
 */

import { isBusinessScopedUserId } from './user-ids'

/** Brazil put a 9 before all mobile numbers until 2016 (Anatel, resolution 553 of 2010); landlines begin with 2 to 5. */
const brazilianMobile = /^55(?<area>\d{2})9?(?<number>[6-9]\d{7})$/
/** Calls from abroad dial Argentine mobiles with a 9 after 54. No landline has the same number without this 9. */
const argentineMobile = /^549((?:11|[23]\d)\d{8})$/
/** Mexico dropped the 1 between 52 and the ten digits of a mobile in August 2019 (IFT). */
const mexicanMobile = /^521([2-9]\d{9})$/

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

// The Brazilian area codes in use (Anatel, national numbering plan).
const brazilianAreas = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]'
/** A Brazilian number without country code: a mobile with its ninth digit, or a landline. */
const brazilianNational = new RegExp(`^(?:${brazilianAreas})(?:9\\d{8}|[2-5]\\d{7})$`)
/** A Brazilian mobile number without its ninth digit, as numbers were before 2016. */
const brazilianFormerMobile = new RegExp(`^(?:${brazilianAreas})[6-9]\\d{7}$`)
/** Digits that begin with 55, but are too many for a Brazilian number. Such a number does not exist. */
const beyondBrazil = /^55\d{12,}$/
/** A number such as `5,51999988886E+12`, whose last digits were lost because a spreadsheet rounded it. */
const cutBySpreadsheet = /^\s*\d+(?:[.,]\d+)?e\+?\d+\s*$/i

/**
 * Converts a typed phone number to WhatsApp's form. Without a country code it is Brazilian where possible.
 * Null when its length is impossible, or when it is not Brazilian and has neither a plus nor 12 digits.
 */
export function parsePhone(typed: string): string | null {
  if (cutBySpreadsheet.test(typed) || isBusinessScopedUserId(typed.trim())) return null
  const digits = digitsOf(typed).replace(/^0+/, '')
  if (digits.length < 8 || digits.length > 15 || beyondBrazil.test(digits)) return null
  if (typed.trim().startsWith('+')) return digits
  if (brazilianNational.test(digits)) return `55${digits}`
  return digits.length >= 12 ? digits : null
}

/**
 * Like `parsePhone`, for a cell of an old contact list: ten digits may also be a Brazilian mobile number
 * without its ninth digit. `parsePhone` does not assume this, because a user may type a foreign number.
 */
export function parseContactListPhone(cell: string): string | null {
  const digits = digitsOf(cell).replace(/^0+/, '')
  const isPlain = !cell.trim().startsWith('+') && !isBusinessScopedUserId(cell.trim())
  const isFormerMobile = isPlain && brazilianFormerMobile.test(digits)
  return isFormerMobile && !cutBySpreadsheet.test(cell) ? canonicalPhone(`55${digits}`) : parsePhone(cell)
}

/**
 * One spelling for all spellings of a number: Brazilian mobiles with their ninth digit, Argentine ones
 * without the 9, Mexican ones without the 1. A lookup key only: never show it or send to it.
 */
export function canonicalPhone(phone: string): string {
  return phone
    .replace(brazilianMobile, '55$<area>9$<number>')
    .replace(argentineMobile, '54$1')
    .replace(mexicanMobile, '52$1')
}
