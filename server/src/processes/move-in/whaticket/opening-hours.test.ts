import { expect, it } from 'vitest'
import { convertOpeningHours } from './opening-hours'

it('reads the list of days, in which an empty interval is a closed day', () => {
  const hours =
    '[{"weekdayEn":"monday","startTime":"09:00","endTime":"17:00"},{"weekdayEn":"sunday","startTime":"","endTime":""}]'

  expect(convertOpeningHours(hours, 2026).schedules).toEqual([
    { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '09:00', endTime: '17:00' },
    { weekday: 'Domingo', weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' },
  ])
})

it('closes each weekday that no rule opens', () => {
  const rule = { days: ['mon', 'fri'], hours: [{ from: '08:00', to: '12:00' }] }

  const { schedules } = convertOpeningHours({ weeklyRules: [rule, { days: ['sat'], hours: [] }] }, 2026)

  expect(
    schedules.map(({ weekdayEn, startTime, endTime }) => `${weekdayEn} ${startTime} ${endTime}`),
  ).toEqual([
    'monday 08:00 12:00',
    'friday 08:00 12:00',
    'tuesday 00:00 00:00',
    'wednesday 00:00 00:00',
    'thursday 00:00 00:00',
    'saturday 00:00 00:00',
    'sunday 00:00 00:00',
  ])
})

it('reads rules of the week, and closed days as holidays, yearly ones for three years', () => {
  const hours = convertOpeningHours(
    {
      weeklyRules: [
        {
          days: ['mon'],
          hours: [
            { from: '08:00', to: '12:00' },
            { from: '13:00', to: '18:00' },
          ],
        },
      ],
      overrides: [
        { date: '2026-12-25', repeat: 'yearly', closed: true, label: 'Natal' },
        { date: '2028-02-29', repeat: 'yearly', closed: true },
        { date: '2026-12-24', hours: [{ from: '08:00', to: '12:00' }] },
      ],
      timezone: 'America/Bahia',
    },
    2026,
  )

  expect(hours.schedules.slice(0, 2).map(({ startTime }) => startTime)).toEqual(['08:00', '13:00'])
  expect(hours.holidays).toEqual([
    { day: '2026-12-25', name: 'Natal' },
    { day: '2027-12-25', name: 'Natal' },
    { day: '2028-12-25', name: 'Natal' },
    { day: '2028-02-29', name: 'Feriado' },
  ])
  expect([hours.timeZone, hours.lost]).toEqual(['America/Bahia', 1])
})

it('reads nothing of what is no hours', () => {
  for (const value of [null, 'broken', 7, {}, [null]])
    expect(convertOpeningHours(value, 2026)).toEqual({ schedules: [], timeZone: null, holidays: [], lost: 0 })
})
