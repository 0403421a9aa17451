import { isBusinessScopedUserId } from '@balcao/domain/user-ids'

/** Formats a phone number: `+55 51 99874-2210`. A user id of Meta's API is no number, and stays unchanged. */
export function formatPhoneNumber(number: string): string {
  if (isBusinessScopedUserId(number)) return number
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number)
  if (brazilian === null) return `+${number}`
  const [, area, first, last] = brazilian
  return `+55 ${area} ${first}-${last}`
}
