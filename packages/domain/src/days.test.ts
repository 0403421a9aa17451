import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { dayOf, dayRange, instantOf } from './days'

test.each([
  ['São Paulo', '2026-11-20', 'America/Sao_Paulo', '2026-11-20T03:00:00Z', '2026-11-21T03:00:00Z'],
  ['UTC', '2026-11-20', 'UTC', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'],
  ['the end of a year', '2026-12-31', 'America/Sao_Paulo', '2026-12-31T03:00:00Z', '2027-01-01T03:00:00Z'],
  ['a leap day', '2028-02-29', 'America/Sao_Paulo', '2028-02-29T03:00:00Z', '2028-03-01T03:00:00Z'],
  ['quarter hours', '2026-11-20', 'Asia/Kathmandu', '2026-11-19T18:15:00Z', '2026-11-20T18:15:00Z'],
  ['the earliest zone', '2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00Z', '2026-11-20T10:00:00Z'],
  ['the latest zone', '2026-11-20', 'Etc/GMT+12', '2026-11-20T12:00:00Z', '2026-11-21T12:00:00Z'],
  ['a day of 25 hours', '2026-04-04', 'America/Santiago', '2026-04-04T03:00:00Z', '2026-04-05T04:00:00Z'],
  [
    'a midnight that does not exist',
    '2026-09-06',
    'America/Santiago',
    '2026-09-06T04:00:00Z',
    '2026-09-07T03:00:00Z',
  ],
  [
    'one of São Paulo in 2018',
    '2018-11-04',
    'America/Sao_Paulo',
    '2018-11-04T03:00:00Z',
    '2018-11-05T02:00:00Z',
  ],
])('TICKET-40 the range of a day: %s', (_, day, zone, from, until) => {
  expect(dayRange(day, zone)).toEqual({ from: new Date(from), until: new Date(until) })
})

it('an instant lies in the range of its day and of no other, in every zone', () => {
  const zone = fc.constantFrom(
    'America/Sao_Paulo',
    'America/Santiago',
    'Europe/Lisbon',
    'Asia/Kathmandu',
    'UTC',
  )
  const instant = fc.date({
    min: new Date('2015-01-01T00:00:00Z'),
    max: new Date('2030-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  const day = instant.map((at) => dayOf(at, 'UTC'))
  fc.assert(
    fc.property(instant, day, zone, (at, asked, timeZone) => {
      const own = dayRange(dayOf(at, timeZone), timeZone)
      expect(own.from <= at && at < own.until).toBe(true)
      const { from, until } = dayRange(asked, timeZone)
      expect(from <= at && at < until).toBe(dayOf(at, timeZone) === asked)
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['2026-11-20T02:59:59Z', '2026-11-19'],
  ['2026-11-20T03:00:00Z', '2026-11-20'],
])('in São Paulo %s falls on %s', (instant, day) => {
  expect(dayOf(new Date(instant), 'America/Sao_Paulo')).toBe(day)
})

test.each([
  ['São Paulo', '2026-11-20T13:00', 'America/Sao_Paulo', '2026-11-20T16:00:00.000Z'],
  ['quarter hours', '2026-11-20T13:00:30', 'Asia/Kathmandu', '2026-11-20T07:15:30.000Z'],
  ['before a change of clock', '2026-03-28T23:30', 'Europe/Lisbon', '2026-03-28T23:30:00.000Z'],
  ['after it', '2026-03-29T09:00', 'Europe/Lisbon', '2026-03-29T08:00:00.000Z'],
])('the instant of a local time: %s', (_, local, zone, instant) => {
  expect(instantOf(local, zone).toISOString()).toBe(instant)
})
