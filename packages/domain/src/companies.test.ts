import { expect, it } from 'vitest'
import { addCalendarDays, dueDateColour, dueDayOf, timeZoneOrDefault } from './companies'

it.each([
  [6, null],
  [5, 'yellow'],
  [4, 'orange'],
  [0, 'orange'],
  [-3, 'orange'],
  [-4, 'red'],
  [-5, 'red'],
  [-400, 'red'],
] as const)('COMPANY-04 COMPANY-05 %i days to the due date are %s', (days, colour) => {
  expect(dueDateColour(days)).toBe(colour)
})

it("a due instant counts as its day in the company's time zone, a due day as written", () => {
  expect(dueDayOf('2026-11-24T02:59:59.999Z', 'America/Sao_Paulo')).toBe('2026-11-23')
  expect(dueDayOf('2026-11-24', 'America/Sao_Paulo')).toBe('2026-11-24')
  expect(addCalendarDays('2026-11-29', 3)).toBe('2026-12-02')
})

it.each([
  ['America/Manaus', 'America/Manaus'],
  ['', 'America/Sao_Paulo'],
  ['Marte/Olympus', 'America/Sao_Paulo'],
  ['../../etc/passwd', 'America/Sao_Paulo'],
])('the time zone "%s" counts as %s', (written, zone) => {
  expect(timeZoneOrDefault(written)).toBe(zone)
})
