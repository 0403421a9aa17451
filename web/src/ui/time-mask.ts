import type { OpeningHours } from '@balcao/domain/opening-hours'

/** Formats four digits as `HH:MM` while they are typed (QUEUE-02): `0930` shows 09:30. */
export function maskTypedTime(typed: string): string {
  const digits = digitsOf(typed)
  return digits.length <= 2 ? digits : `${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Completes the text when the user leaves the field: `9` becomes 09:00, `930` becomes 09:30. */
export function completeTypedTime(typed: string): string {
  const digits = digitsOf(typed)
  if (digits === '') return ''
  const [hours, minutes] = digits.length <= 2 ? [digits, ''] : [digits.slice(0, -2), digits.slice(-2)]
  return `${hours.padStart(2, '0')}:${minutes.padEnd(2, '0')}`
}

export function isTimeText(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

export function areValidOpeningHours(hours: readonly OpeningHours[]): boolean {
  return hours.every(({ startTime, endTime }) => isTimeText(startTime) && isTimeText(endTime))
}

function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, 4)
}
