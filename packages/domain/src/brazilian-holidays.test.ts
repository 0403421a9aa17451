import { expect, it } from 'vitest'
import { brazilianHolidays } from './brazilian-holidays'

const dayOfGoodFriday = (year: number) =>
  brazilianHolidays(year).find(({ name }) => name === 'Sexta-feira Santa')?.day

it.each([
  [1981, '1981-04-17'],
  [2008, '2008-03-21'],
  [2024, '2024-03-29'],
  [2025, '2025-04-18'],
  [2026, '2026-04-03'],
  [2027, '2027-03-26'],
  [2038, '2038-04-23'],
  [2049, '2049-04-16'],
])('Good Friday of %i is on %s', (year, day) => {
  expect(dayOfGoodFriday(year)).toBe(day)
})

it('the ten national holidays of 2026, and the three days on which many close', () => {
  const days = brazilianHolidays(2026)

  expect(days.filter(({ isOptional }) => !isOptional).map(({ day }) => day)).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-04-21',
    '2026-05-01',
    '2026-09-07',
    '2026-10-12',
    '2026-11-02',
    '2026-11-15',
    '2026-11-20',
    '2026-12-25',
  ])
  expect(days.filter(({ isOptional }) => isOptional).map(({ day, name }) => `${day} ${name}`)).toEqual([
    '2026-02-16 Carnaval (segunda-feira)',
    '2026-02-17 Carnaval (terça-feira)',
    '2026-06-04 Corpus Christi',
  ])
})
