import { isBusinessScopedUserId } from '@balcao/domain/user-ids'

/**
 * A number in readable format: `+55 51 99874-2210`; foreign numbers only get a plus. A user id of the
 * official API, which some lists have in place of a number, stays unchanged.
 */
export function formatPhoneNumber(number: string): string {
  if (isBusinessScopedUserId(number)) return number
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number)
  if (brazilian === null) return `+${number}`
  const [, area, first, last] = brazilian
  return `+55 ${area} ${first}-${last}`
}
