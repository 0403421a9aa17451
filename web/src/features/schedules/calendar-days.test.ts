import { expect, it, test } from 'vitest'
import { companyClock } from '../../lib/company-clock'
import {
  dayAfterStep,
  daysOfView,
  formatDayRange,
  groupByDay,
  readDayParam,
  sameTimeOnDay,
  timeRangeOfDays,
} from './calendar-days'
import { wasSentLate } from './schedule-times'

it('SCHED-02 a month has whole weeks from Sunday; week and day only themselves', () => {
  const month = daysOfView('month', '2026-11-20')

  expect([month[0], month.at(-1), month.length]).toEqual(['2026-11-01', '2026-12-05', 35])
  expect(daysOfView('month', '2026-02-10')).toHaveLength(28)
  expect(daysOfView('week', '2026-12-31')).toEqual(
    ['27', '28', '29', '30', '31'].map((date) => `2026-12-${date}`).concat('2027-01-01', '2027-01-02'),
  )
  expect(daysOfView('day', '2026-11-20')).toEqual(['2026-11-20'])
  expect(daysOfView('list', '2026-02-10')).toHaveLength(28)
})

it.each([
  ['month', '2026-01-31', 1, '2026-02-28'],
  ['list', '2026-01-15', -1, '2025-12-15'],
  ['week', '2026-12-28', 1, '2027-01-04'],
  ['day', '2026-03-01', -1, '2026-02-28'],
] as const)('a step of the %s from %s by %i leads to %s', (view, day, steps, to) => {
  expect(dayAfterStep(view, day, steps)).toBe(to)
})

it.each([
  ['America/Sao_Paulo', '2026-11-20T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
  ['America/Manaus', '2026-11-20T04:00:00.000Z', '2026-11-22T04:00:00.000Z'],
  ['America/Noronha', '2026-11-20T02:00:00.000Z', '2026-11-22T02:00:00.000Z'],
  ['Europe/Lisbon', '2026-11-20T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-19T18:15:00.000Z', '2026-11-21T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-19T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
])('SCHED-02 in %s two days go from %s to %s', (zone, from, until) => {
  expect(timeRangeOfDays(['2026-11-20', '2026-11-21'], companyClock(zone))).toEqual({ from, until })
})

it.each([
  ['America/Sao_Paulo', '2026-11-21T02:45:00.000Z', '2026-11-20', '2026-12-25T02:45:00.000Z'],
  ['Europe/Lisbon', '2026-10-24T22:45:00.000Z', '2026-10-24', '2026-12-24T23:45:00.000Z'],
  ['America/New_York', '2026-10-31T03:45:00.000Z', '2026-10-30', '2026-12-25T04:45:00.000Z'],
  ['Asia/Kathmandu', '2026-11-20T18:00:00.000Z', '2026-11-20', '2026-12-24T18:00:00.000Z'],
])(
  'SCHED-02 in %s a schedule of %s is on %s at 23:45, also when moved to another day',
  (zone, sendAt, day, moved) => {
    const clock = companyClock(zone)

    expect([...groupByDay([{ sendAt }], clock).keys()]).toEqual([day])
    expect(clock.toField(sendAt)).toBe(`${day}T23:45`)
    expect(sameTimeOnDay('2026-12-24', sendAt, clock)).toBe(moved)
  },
)

it("GEN-14 shows a time in the company's format", () => {
  expect(companyClock('America/Sao_Paulo').shown('2026-11-21T02:45:30.000Z')).toBe('20/11/26 23:45')
})

it('orders the entries of a day by time', () => {
  const clock = companyClock('America/Sao_Paulo')
  const at = (hour: string) => ({ sendAt: `2026-11-20T${hour}:00:00.000Z` })

  expect(groupByDay([at('18'), at('09'), at('13')], clock).get('2026-11-20')).toEqual([
    at('09'),
    at('13'),
    at('18'),
  ])
})

it.each([
  [null, false],
  ['2026-11-20T12:00:59.000Z', false],
  ['2026-11-20T15:10:00.000Z', true],
])('SCHED-12 one of noon that was sent at %s is late: %s', (sentAt, late) => {
  expect(wasSentLate({ sendAt: '2026-11-20T12:00:00.000Z', sentAt })).toBe(late)
})

it('SCHED-02 a week is labelled from its first to its last day', () => {
  const words = formatDayRange(daysOfView('week', '2026-12-31'), 'pt-BR')

  expect(words).toMatch(/^27 de dezembro de 2026.*2 de janeiro de 2027$/)
})

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', null],
  ['2026-13-01', null],
  ['amanhã', null],
  ['', null],
  [null, null],
])('SCHED-02 the address %j names %j', (written, day) => {
  expect(readDayParam(written)).toBe(day)
})
