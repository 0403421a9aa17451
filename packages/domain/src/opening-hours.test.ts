import { describe, expect, it } from 'vitest'
import { type BusinessHours, defaultOpeningHours, isBusinessOpen, type OpeningHours } from './opening-hours'

const on = (weekdayEn: OpeningHours['weekdayEn'], startTime: string, endTime: string): OpeningHours => ({
  weekday: '',
  weekdayEn,
  startTime,
  endTime,
})

const usual = defaultOpeningHours
const twoShifts = [on('monday', '08:00', '12:00'), on('monday', '13:30', '18:00')]
const overMidnight = [
  on('friday', '22:00', '02:00'),
  on('saturday', '22:00', '02:00'),
  on('sunday', '00:00', '00:00'),
]
const wholeDay = [on('monday', '00:00', '23:59'), on('tuesday', '00:00', '00:00')]
const untilMidnight = [on('monday', '18:00', '00:00'), on('tuesday', '00:00', '00:00')]

const shop: BusinessHours = {
  mode: 'company',
  companyHours: usual,
  queueHours: null,
  holidays: [],
  timeZone: 'America/Sao_Paulo',
}

// 2026-11-23 is a Monday; São Paulo is at UTC-3 all year.
const instants: [what: string, change: Partial<BusinessHours>, at: string, open: boolean][] = [
  ['the first minute of the day', {}, '2026-11-23T08:00:00-03:00', true],
  ['the second before it', {}, '2026-11-23T07:59:59-03:00', false],
  ['the last minute', {}, '2026-11-23T17:59:59-03:00', true],
  ['the end itself', {}, '2026-11-23T18:00:00-03:00', false],
  ['midnight', {}, '2026-11-24T00:00:00-03:00', false],
  ['the second before midnight', {}, '2026-11-23T23:59:59-03:00', false],
  ['Saturday morning', {}, '2026-11-28T11:59:00-03:00', true],
  ['Saturday noon', {}, '2026-11-28T12:00:00-03:00', false],
  ['Sunday, 00:00 to 00:00', {}, '2026-11-29T10:00:00-03:00', false],
  ['the midnight of that Sunday', {}, '2026-11-29T00:00:00-03:00', false],
  ['a Monday that is still Sunday here', {}, '2026-11-30T01:00:00Z', false],
  ['a Friday evening that is Saturday in UTC', {}, '2026-11-27T20:59:00Z', true],

  ['first of two shifts', { companyHours: twoShifts }, '2026-11-23T11:59:00-03:00', true],
  ['lunch', { companyHours: twoShifts }, '2026-11-23T12:30:00-03:00', false],
  ['the minute after lunch', { companyHours: twoShifts }, '2026-11-23T13:30:00-03:00', true],
  ['after the second shift', { companyHours: twoShifts }, '2026-11-23T18:00:00-03:00', false],
  [
    'a weekday of which the hours say nothing',
    { companyHours: twoShifts },
    '2026-11-24T03:00:00-03:00',
    true,
  ],
  ['no hours at all', { companyHours: [] }, '2026-11-29T03:00:00-03:00', true],

  ['before a shift over midnight', { companyHours: overMidnight }, '2026-11-27T21:59:00-03:00', false],
  ['in it, on its day', { companyHours: overMidnight }, '2026-11-27T23:59:00-03:00', true],
  ['in it, on the next', { companyHours: overMidnight }, '2026-11-28T01:59:00-03:00', true],
  ['its end', { companyHours: overMidnight }, '2026-11-28T02:00:00-03:00', false],
  ['into a day that is closed', { companyHours: overMidnight }, '2026-11-29T01:00:00-03:00', true],
  ['later on that day', { companyHours: overMidnight }, '2026-11-29T02:00:00-03:00', false],
  ['until 23:59, the last minute', { companyHours: wholeDay }, '2026-11-23T23:59:30-03:00', true],
  ['until 23:59, the day after', { companyHours: wholeDay }, '2026-11-24T00:00:00-03:00', false],
  ['until 00:00, the last minute', { companyHours: untilMidnight }, '2026-11-23T23:59:59-03:00', true],
  ['until 00:00, the day after', { companyHours: untilMidnight }, '2026-11-24T00:00:00-03:00', false],
  [
    'from 10:00 to 10:00',
    { companyHours: [on('monday', '10:00', '10:00')] },
    '2026-11-23T10:00:00-03:00',
    false,
  ],

  ['a holiday', { holidays: ['2026-12-25'] }, '2026-12-25T10:00:00-03:00', false],
  ['the day before one', { holidays: ['2026-12-25'] }, '2026-12-24T10:00:00-03:00', true],
  [
    'one without hours at all',
    { companyHours: [], holidays: ['2026-12-25'] },
    '2026-12-25T10:00:00-03:00',
    false,
  ],
  ['one that has ended in UTC only', { holidays: ['2026-12-25'] }, '2026-12-26T01:00:00Z', false],
  [
    'a shift into a holiday',
    { companyHours: overMidnight, holidays: ['2026-11-28'] },
    '2026-11-28T01:00:00-03:00',
    true,
  ],
  [
    'a shift that would begin on one',
    { companyHours: overMidnight, holidays: ['2026-11-28'] },
    '2026-11-28T23:00:00-03:00',
    false,
  ],
  [
    'the rest of that shift, after the holiday',
    { companyHours: overMidnight, holidays: ['2026-11-28'] },
    '2026-11-29T01:00:00-03:00',
    false,
  ],

  // New York changes from UTC-5 to UTC-4 on 2026-03-08, and back on 2026-11-01; local time counts.
  ['New York, in winter', { timeZone: 'America/New_York' }, '2026-03-06T13:00:00Z', true],
  ['New York, an hour before that', { timeZone: 'America/New_York' }, '2026-03-06T12:00:00Z', false],
  ['New York, the same hour in summer', { timeZone: 'America/New_York' }, '2026-03-09T12:00:00Z', true],
  ['New York, its evening in summer', { timeZone: 'America/New_York' }, '2026-03-09T22:00:00Z', false],
  [
    'the hour that New York has twice, the second time',
    { timeZone: 'America/New_York', companyHours: [on('sunday', '01:00', '02:00')] },
    '2026-11-01T06:30:00Z',
    true,
  ],
  [
    'a shift that begins in the hour which it leaves out',
    { timeZone: 'America/New_York', companyHours: [on('sunday', '02:30', '04:00')] },
    '2026-03-08T07:00:00Z',
    true,
  ],
  ['Kathmandu, at a quarter', { timeZone: 'Asia/Kathmandu' }, '2026-11-23T02:15:00Z', true],
  ['Kathmandu, a minute before', { timeZone: 'Asia/Kathmandu' }, '2026-11-23T02:14:00Z', false],

  [
    'mode disabled asks nothing',
    { mode: 'disabled', holidays: ['2026-11-29'] },
    '2026-11-29T03:00:00-03:00',
    true,
  ],
  ['mode queue before a queue is chosen', { mode: 'queue' }, '2026-11-29T03:00:00-03:00', true],
  [
    'mode queue, the queue is open',
    { mode: 'queue', queueHours: twoShifts },
    '2026-11-23T14:00:00-03:00',
    true,
  ],
  ['mode queue, at its lunch', { mode: 'queue', queueHours: twoShifts }, '2026-11-23T12:30:00-03:00', false],
  [
    'mode queue, holidays of the company',
    { mode: 'queue', queueHours: twoShifts, holidays: ['2026-11-23'] },
    '2026-11-23T14:00:00-03:00',
    false,
  ],
  [
    'mode company minds no queue',
    { queueHours: [on('monday', '00:00', '00:00')] },
    '2026-11-23T14:00:00-03:00',
    true,
  ],
]

describe('opening hours', () => {
  it.each(instants)('BOT-07 %s', (_, change, at, open) => {
    expect(isBusinessOpen({ ...shop, ...change }, new Date(at))).toBe(open)
  })

  it('QUEUE-03 QUEUE-04 the usual hours cover the week in Portuguese and English, Sunday closed', () => {
    expect(
      usual.map(({ weekday, weekdayEn, startTime, endTime }) => [weekday, weekdayEn, startTime, endTime]),
    ).toEqual([
      ['Segunda-feira', 'monday', '08:00', '18:00'],
      ['Terça-feira', 'tuesday', '08:00', '18:00'],
      ['Quarta-feira', 'wednesday', '08:00', '18:00'],
      ['Quinta-feira', 'thursday', '08:00', '18:00'],
      ['Sexta-feira', 'friday', '08:00', '18:00'],
      ['Sábado', 'saturday', '08:00', '12:00'],
      ['Domingo', 'sunday', '00:00', '00:00'],
    ])
  })
})
