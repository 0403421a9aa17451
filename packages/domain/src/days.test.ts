import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { dayOf, dayRange, instantOfLocalTime, localTimeFormatter } from './days'

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
  ['Manaus', '2026-11-20T13:00', 'America/Manaus', '2026-11-20T17:00:00.000Z'],
  ['Noronha', '2026-11-20T00:00', 'America/Noronha', '2026-11-20T02:00:00.000Z'],
  ['quarter hours', '2026-11-20T13:00:30', 'Asia/Kathmandu', '2026-11-20T07:15:30.000Z'],
  ['the earliest zone', '2026-11-20T09:00', 'Pacific/Kiritimati', '2026-11-19T19:00:00.000Z'],
  ['the latest zone', '2026-11-20T23:59', 'Etc/GMT+12', '2026-11-21T11:59:00.000Z'],
  ['before a change of clock', '2026-03-28T23:30', 'Europe/Lisbon', '2026-03-28T23:30:00.000Z'],
  ['after it', '2026-03-29T09:00', 'Europe/Lisbon', '2026-03-29T08:00:00.000Z'],
  ['one that does not exist', '2026-03-29T01:30', 'Europe/Lisbon', '2026-03-29T01:00:00.000Z'],
  ['its last second', '2026-03-29T01:59:59', 'Europe/Lisbon', '2026-03-29T01:00:00.000Z'],
  ['the first that exists again', '2026-03-29T02:00', 'Europe/Lisbon', '2026-03-29T01:00:00.000Z'],
  ['one that exists twice', '2026-10-25T01:30', 'Europe/Lisbon', '2026-10-25T00:30:00.000Z'],
  ['another, west of Greenwich', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['a midnight that does not exist', '2026-09-06T00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['half an hour back', '2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
])('SCHED-12 the instant of a local time: %s', (_, local, zone, instant) => {
  expect(instantOfLocalTime(local, zone).toISOString()).toBe(instant)
})

test.each([
  ['America/Sao_Paulo', '2026-11-20T00:30:05'],
  ['America/Manaus', '2026-11-19T23:30:05'],
  ['Europe/Lisbon', '2026-11-20T03:30:05'],
  ['Asia/Kathmandu', '2026-11-20T09:15:05'],
])('a clock in %s shows %s', (zone, shown) => {
  expect(localTimeFormatter(zone)(new Date('2026-11-20T03:30:05.900Z'))).toBe(shown)
})

it('a local time converts back to its instant, except in the hour that exists twice', () => {
  const zone = fc.constantFrom('America/Sao_Paulo', 'Europe/Lisbon', 'Asia/Kathmandu', 'Australia/Lord_Howe')
  const second = fc.integer({ min: Date.UTC(2019, 3) / 1000, max: Date.UTC(2030, 0) / 1000 })
  fc.assert(
    fc.property(second, zone, (at, timeZone) => {
      const back = instantOfLocalTime(localTimeFormatter(timeZone)(at * 1000), timeZone).getTime()
      const hour = 3_600_000
      expect(at * 1000 - back === 0 || (at * 1000 - back > 0 && at * 1000 - back <= hour)).toBe(true)
    }),
    { numRuns: 60 },
  )
})
