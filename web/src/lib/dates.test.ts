import { expect, it } from 'vitest'
import { dateAndTime, daysUntil, fullDate, minutesAndSeconds, timeOrDateAndTime } from './dates'

it('GEN-14 dates with time read DD/MM/YY HH:mm', () => {
  expect(dateAndTime(new Date(2026, 10, 5, 9, 7))).toBe('05/11/26 09:07')
})

it('GEN-14 shows only the time of today, and the date of any other day', () => {
  const at = new Date(2026, 10, 5, 23, 59)

  expect(timeOrDateAndTime(at, new Date(2026, 10, 5, 23, 59, 30))).toBe('23:59')
  expect(timeOrDateAndTime(at, new Date(2026, 10, 6, 0, 1))).toBe('05/11/26 23:59')
})

it("SHELL-37 a due date is the day in the company's time zone, not the browser's", () => {
  expect(fullDate('2026-12-11T02:59:59.999Z', 'America/Sao_Paulo')).toBe('10/12/2026')
})

it.each([
  ['2026-11-20T23:30:00Z', '2026-11-21T02:59:59Z', 0], // both are 20 November in São Paulo
  ['2026-11-20T12:00:00Z', '2026-11-22T02:59:59Z', 1],
  ['2026-11-20T12:00:00Z', '2026-11-18T12:00:00Z', -2],
])('AUTH-10 from %s to %s are %i days in the company', (now, due, days) => {
  expect(daysUntil(due, now, 'America/Sao_Paulo')).toBe(days)
})

it.each([
  [65, '1:05'],
  [0.2, '0:01'],
  [-3, '0:00'],
])('%d seconds show as %s', (seconds, words) => {
  expect(minutesAndSeconds(seconds)).toBe(words)
})
