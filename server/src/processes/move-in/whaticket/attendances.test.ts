import { expect, it } from 'vitest'
import { attendanceAt, splitIntoAttendances } from './attendances'

const row = (id: number, createdAt: string, finishedAt: string | null) => ({ id, createdAt, finishedAt })

it('cuts a ticket at its attendances when each ended before the next began', () => {
  const found = splitIntoAttendances([
    row(2, '2025-02-01T09:00Z', null),
    row(1, '2024-01-01T10:00Z', '2024-01-01T11:00Z'),
  ])

  expect(found).toEqual([
    { trackingIds: ['1'], from: null },
    { trackingIds: ['2'], from: new Date('2025-02-01T09:00Z') },
  ])
  expect(attendanceAt(found, new Date('2025-01-01T00:00Z'))?.trackingIds).toEqual(['1'])
  expect(attendanceAt(found, new Date('2025-02-01T09:00Z'))?.trackingIds).toEqual(['2'])
})

it('leaves a ticket whole whose attendances overlap, or one of which never ended', () => {
  const whole = [{ trackingIds: ['1', '2'], from: null }]

  expect(
    splitIntoAttendances([
      row(1, '2024-01-01T10:00Z', '2025-03-01T11:00Z'),
      row(2, '2025-02-01T09:00Z', null),
    ]),
  ).toEqual(whole)
  expect(
    splitIntoAttendances([row(1, '2024-01-01T10:00Z', null), row(2, '2025-02-01T09:00Z', null)]),
  ).toEqual(whole)
  expect(splitIntoAttendances([])).toEqual([{ trackingIds: [], from: null }])
})
