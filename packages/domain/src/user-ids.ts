const userId = /^[A-Z]{2}\.[\x21-\x7e]{1,200}$/

/**
 * True for a business-scoped user id such as `BR.1349120865`, or `BR.ENT.1181579921` for a group of
 * businesses: the official API's id of people without a phone number.
 */
export function isBusinessScopedUserId(text: string): boolean {
  return userId.test(text)
}
