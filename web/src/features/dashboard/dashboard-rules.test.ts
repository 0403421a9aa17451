import i18n from 'i18next'
import { describe, expect, it } from 'vitest'
import '../../lib/i18n/i18n'
import { neutraliseFormula } from '../../lib/harmless-cell'
import { userId } from '../../testing/makers'
import { formatHoursAndMinutes } from './duration'
import { attendantSheetFileName, attendantSheetRows } from './export-button'
import { chartGridLinesFor } from './hours-chart'
import { figuresRangeParams, monthToDateRange, readFiguresRange } from './range'
import { type Attendant, nextAttendantSort, sortAttendants } from './sort-attendants'

await i18n.loadNamespaces('dashboard')

it.each([
  [0, '0h 00m'],
  [6, '0h 06m'],
  [75, '1h 15m'],
  [60 * 30, '30h 00m'],
])('DASH-09 %i minutes are shown as %s', (minutes, words) => {
  expect(formatHoursAndMinutes(minutes)).toBe(words)
})

describe('the range', () => {
  it('DASH-07 is the first day of the month to today unless the URL has another one', () => {
    expect(monthToDateRange('2026-11-20')).toEqual({ date_from: '2026-11-01', date_to: '2026-11-20' })
    expect(readFiguresRange(new URLSearchParams(), '2026-02-01')).toEqual({
      date_from: '2026-02-01',
      date_to: '2026-02-01',
    })
  })

  it.each([
    ['days=7', { days: 7 }],
    ['date_from=2026-01-05&date_to=2026-01-31', { date_from: '2026-01-05', date_to: '2026-01-31' }],
    ['date_from=2026-01-05', { date_from: '2026-01-05' }],
    ['date_to=2026-01-31', { date_to: '2026-01-31' }],
  ])('DASH-04 DASH-05 the URL has it as %s', (search, range) => {
    expect(readFiguresRange(new URLSearchParams(search), '2026-11-20')).toEqual(range)
    expect(new URLSearchParams(figuresRangeParams(range)).toString()).toBe(search)
  })

  it.each(['days=8', 'days=-7', 'days=x', 'date_from=2026-02-30', 'date_to=ontem', 'date_from='])(
    'an invalid one, %s, is the month to date',
    (search) => {
      expect(readFiguresRange(new URLSearchParams(search), '2026-11-20')).toEqual(
        monthToDateRange('2026-11-20'),
      )
    },
  )
})

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [8, [0, 2, 4, 6, 8]],
  [31, [0, 10, 20, 30, 40]],
  [1284, [0, 500, 1000, 1500]],
])('the lines of a chart up to %i are at round numbers', (highest, lines) => {
  expect(chartGridLinesFor(highest)).toEqual(lines)
})

describe('attendants', () => {
  it('sort by the clicked column, names from A, figures from the highest; a second click turns', () => {
    const byName = { by: 'name', direction: 'ascending' } as const
    const byRating = nextAttendantSort(byName, 'rating')

    expect(sortAttendants(people, byName, 'pt-BR').map(({ name }) => name)).toEqual(['Ágata', 'Bia', 'Caio'])
    expect(sortAttendants(people, byRating, 'pt-BR').map(({ name }) => name)).toEqual([
      'Caio',
      'Ágata',
      'Bia',
    ])
    expect(
      sortAttendants(people, nextAttendantSort(byRating, 'rating'), 'pt-BR').map(({ name }) => name),
    ).toEqual(['Ágata', 'Bia', 'Caio'])
    expect(nextAttendantSort(byRating, 'name')).toEqual(byName)
  })

  it('become rows of a spreadsheet with a header, numbers as numbers', () => {
    expect(attendantSheetRows(people.slice(0, 2), i18n.getFixedT('pt-BR', 'dashboard'))).toEqual([
      ['Atendente', 'Avaliação (1 a 3)', 'Finalizados', 'Tempo médio (min)', 'Agora'],
      ['Caio', 3, 12, 19, 'On-line'],
      ['Bia', null, 0, 0, 'Fora'],
    ])
  })

  it('are saved in a file named by the range', () => {
    const t = i18n.getFixedT('pt-BR', 'dashboard')

    expect(attendantSheetFileName({ date_from: '2026-11-01', date_to: '2026-11-20' }, '2026-11-20', t)).toBe(
      'atendentes_2026-11-01_2026-11-20.xlsx',
    )
    expect(attendantSheetFileName({ days: 7 }, '2026-11-20', t)).toBe('atendentes_7d_2026-11-20.xlsx')
  })

  it.each([
    ['=HYPERLINK("http://evil.test";"x")', true],
    ['+55 51 99988', true],
    ['-1+1', true],
    ['@SUM(A1)', true],
    ['\t=1+1', true],
    ['Ana = Lima', false],
  ])('SECURITY no name is a formula for a spreadsheet: %j', (name, isDefused) => {
    expect(neutraliseFormula(name)).toBe(isDefused ? `'${name}` : name)
  })
})

const people: readonly Attendant[] = [
  { id: userId(1), name: 'Caio', rating: 3, tickets: 12, avgSupportTime: 19, online: true },
  { id: userId(2), name: 'Bia', rating: 0, tickets: 0, avgSupportTime: 0, online: false },
  { id: userId(3), name: 'Ágata', rating: 0, tickets: 4, avgSupportTime: 31, online: false },
]
