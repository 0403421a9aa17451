import { describe, expect, it, test } from 'vitest'
import { backupsToRemove, isBackupDue, isBackupOverdue } from './backups'

const at = (text: string) => new Date(`2026-${text}Z`)
const now = at('11-20T12:00')

test.each([
  ['never, and installed three days ago', null, '11-17T12:00', true],
  ['never, and installed yesterday', null, '11-19T12:00', false],
  ['two days ago', '11-18T12:00', '01-01T00:00', false],
  ['a minute longer ago', '11-18T11:59', '01-01T00:00', true],
])('a last backup %s is overdue or not', (_, lastAt, installedAt, isOverdue) => {
  const facts = { lastAt: lastAt === null ? null : at(lastAt), installedAt: at(installedAt), now }

  expect(isBackupOverdue(facts)).toBe(isOverdue)
})

test('an installation without a company has nothing to back up', () => {
  expect(isBackupOverdue({ lastAt: null, installedAt: null, now })).toBe(false)
})

test.each([
  ['none yet', null, false, true],
  ['one before the time', '11-20T02:59', false, true],
  ['one since', '11-20T03:00', false, false],
  ['a failure half an hour ago', '11-20T11:30', true, false],
  ['a failure an hour ago', '11-20T11:00', true, true],
])('with %s, a backup of three o’clock is due or not', (_, triedAt, failed, isDue) => {
  const tried = triedAt === null ? null : at(triedAt)

  expect(isBackupDue({ dueAt: at('11-20T03:00'), triedAt: tried, failed, now })).toBe(isDue)
})

describe('retention', () => {
  const daily = (days: number) =>
    Array.from({ length: days }, (_, day) => new Date(now.getTime() - day * 86_400_000))
  const kept = (all: readonly Date[], keepDays: number, keepWeeks: number) => {
    const removed = backupsToRemove(all, { keepDays, keepWeeks })
    return all.filter((each) => !removed.includes(each)).map((each) => each.toISOString().slice(5, 10))
  }

  it('keeps the last days, and the newest of the last weeks', () => {
    expect(kept(daily(40), 3, 4)).toEqual(['11-20', '11-19', '11-18', '11-15', '11-08', '11-01'])
  })

  it('keeps the newest of a day', () => {
    expect(kept([at('11-19T03:00'), at('11-19T20:00'), at('11-20T03:00')], 7, 0)).toEqual(['11-19', '11-20'])
  })

  it('counts days that have a backup, so that a pause removes none', () => {
    expect(kept([at('01-01T03:00'), at('03-01T03:00')], 2, 0)).toHaveLength(2)
  })

  it('always keeps the newest', () => {
    expect(kept(daily(3), 0, 0)).toEqual(['11-20'])
  })
})
