/**
 * Phone numbers as WhatsApp writes them: digits with country code, no sign. Brazil's mobile numbers gained a ninth
 * digit that WhatsApp's ids of older accounts lack, so both spellings are one person (HOUSE 6, step 3).
 */
const brazilianMobile = /^55(\d{2})(9?)([6-9]\d{7})$/

/** Only the digits of what a person typed. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** One spelling for all spellings of the same number: Brazilian mobiles with their ninth digit, the rest as it is. */
export function canonicalPhone(phone: string): string {
  const parts = brazilianMobile.exec(phone)
  return parts === null ? phone : `55${parts[1]}9${parts[3]}`
}
