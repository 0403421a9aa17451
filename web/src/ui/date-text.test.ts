import { expect, it, test } from 'vitest'
import {
  addDays,
  addMonths,
  completeTypedDate,
  formatIsoDate,
  maskTypedDate,
  parseDateText,
  weeksOfMonth,
} from './date-text'

test.each([
  ['2', '2'],
  ['25', '25'],
  ['251', '25/1'],
  ['25112026', '25/11/2026'],
  ['251120260930', '25/11/2026'],
  ['1/', '1/'],
  ['1/2/2026', '1/2/2026'],
  ['25-11-2026', '25/11/2026'],
  ['2026-11-25', '25/11/2026'],
  ['25//2026', '25//2026'],
  ['325/11/2026', '32/11/2026'],
  ['/', ''],
  ['abc', ''],
])('GEN-14 a date typed as %j shows %j', (typed, shown) => {
  expect(maskTypedDate(typed, false)).toBe(shown)
})

test.each([
  ['2511202609', '25/11/2026 09'],
  ['251120260930', '25/11/2026 09:30'],
  ['25112026093055', '25/11/2026 09:30'],
  ['1/2/2026 9:30', '1/2/2026 9:30'],
  ['2026-11-25T09:30', '25/11/2026 09:30'],
])('GEN-14 a date and time typed as %j shows %j', (typed, shown) => {
  expect(maskTypedDate(typed, true)).toBe(shown)
})

test.each([
  ['1/2/26', '01/02/2026'],
  ['1/2/2026 9:30', '01/02/2026 09:30'],
  ['25/11/2026', '25/11/2026'],
  ['25/11', '25/11'],
  ['', ''],
])('on leaving the field, %j is %j', (typed, whole) => {
  expect(completeTypedDate(typed)).toBe(whole)
})

test.each([
  ['25/11/2026', false, '2026-11-25'],
  ['29/02/2028', false, '2028-02-29'],
  ['29/02/2026', false, null],
  ['31/04/2026', false, null],
  ['25/13/2026', false, null],
  ['25/11/26', false, null],
  ['25/11/2026 09:30', true, '2026-11-25T09:30'],
  ['25/11/2026 24:00', true, null],
  ['25/11/2026', true, null],
  ['25/11/2026 09:30', false, null],
  ['', false, null],
])('the day of %j (with a time: %s) is %s', (text, hasTime, iso) => {
  expect(parseDateText(text, hasTime)).toBe(iso)
  if (iso !== null) expect(formatIsoDate(iso)).toBe(text)
})

it('months have their last day, and weeks are complete', () => {
  expect([addMonths('2026-01-31', 1), addMonths('2026-03-31', -1), addMonths('2026-12-05', 1)]).toEqual([
    '2026-02-28',
    '2026-02-28',
    '2027-01-05',
  ])
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  const weeks = weeksOfMonth('2026-11-25')
  expect([weeks[0]?.[0], weeks.at(-1)?.[6], weeks.length]).toEqual(['2026-11-01', '2026-12-05', 5])
})
