import { expect, it } from 'vitest'
import { boundsOf, dayOfMoment, daysOf, movedTo, steppedDay } from './calendar-days'
import { fromField, toField } from './schedule-times'

it('SCHED-02 a month is shown in whole weeks from Sunday, a week and a day by themselves, a list by the days of its month', () => {
  const month = daysOf('month', '2026-11-20')

  expect([month[0], month.at(-1), month.length]).toEqual(['2026-11-01', '2026-12-05', 35])
  expect(daysOf('month', '2026-02-10')).toHaveLength(28)
  expect(daysOf('week', '2026-12-31')).toEqual(
    ['27', '28', '29', '30', '31'].map((date) => `2026-12-${date}`).concat('2027-01-01', '2027-01-02'),
  )
  expect(daysOf('day', '2026-11-20')).toEqual(['2026-11-20'])
  expect(daysOf('list', '2026-02-10')).toHaveLength(28)
})

it.each([
  ['month', '2026-01-31', 1, '2026-02-28'],
  ['list', '2026-01-15', -1, '2025-12-15'],
  ['week', '2026-12-28', 1, '2027-01-04'],
  ['day', '2026-03-01', -1, '2026-02-28'],
] as const)('a step of the %s from %s by %i leads to %s', (view, day, steps, to) => {
  expect(steppedDay(view, day, steps)).toBe(to)
})

it('the bounds are the first and the last midnight; a moved message keeps its time', () => {
  const { from, until } = boundsOf(['2026-11-20', '2026-11-21'])

  expect([toField(from), toField(until)]).toEqual(['2026-11-20T00:00', '2026-11-22T00:00'])
  expect(toField(movedTo('2026-12-24', fromField('2026-11-20T23:45')))).toBe('2026-12-24T23:45')
  expect(dayOfMoment(fromField('2026-11-20T23:45'))).toBe('2026-11-20')
})
