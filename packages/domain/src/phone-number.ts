/**
 * Phone numbers as WhatsApp writes them: digits with country code, no sign. Three countries have numbers that WhatsApp
 * knows in two spellings, an older account keeping the older one; both are one person (docs/house.md 6, step 3).
 *
 * - Brazil put a 9 before all mobile numbers, area by area until 2016 (Anatel, resolution 553 of 2010). Landlines begin
 *   with 2 to 5 and kept their eight digits.
 * - Argentina dials its mobiles from abroad as 54 9 and area and subscriber, ten digits that begin with 11, 2 or 3. The
 *   national plan gives a number to a mobile or a landline, never to both, so without the 9 they still do not meet.
 * - Mexico dropped the 1 between 52 and the ten digits of a mobile in August 2019 (IFT).
 */
const brazilianMobile = /^55(?<area>\d{2})9?(?<number>[6-9]\d{7})$/
const argentineMobile = /^549((?:11|[23]\d)\d{8})$/
const mexicanMobile = /^521([2-9]\d{9})$/

/** Only the digits of what a person typed. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * One spelling for all spellings of the same number, to find it by: not to show and not to send to. Brazilian mobiles
 * with their ninth digit, Argentine ones without their 9, Mexican ones without their 1, the rest as it is.
 */
export function canonicalPhone(phone: string): string {
  return phone
    .replace(brazilianMobile, '55$<area>9$<number>')
    .replace(argentineMobile, '54$1')
    .replace(mexicanMobile, '52$1')
}
