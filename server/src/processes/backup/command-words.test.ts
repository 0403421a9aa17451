import { expect, test } from 'vitest'
import {
  backupProgressLine,
  parseBackupCommand,
  parseRestoreCommand,
  restoreReportLines,
} from './command-words'

test.each([
  [[], { kind: 'make', folder: null }],
  [['--to', '/mnt/backups'], { kind: 'make', folder: '/mnt/backups' }],
  [['--check', 'a.backup'], { kind: 'check', file: 'a.backup' }],
  [['--check', 'a.backup', '--to', 'b'], null],
  [['--check'], null],
  [['a.backup'], null],
  [['--from', 'a'], null],
])('the arguments %j of npm run backup mean %j', (words, command) => {
  expect(parseBackupCommand(words)).toEqual(command)
})

test.each([
  [['a.backup'], { file: 'a.backup', folder: null, replaces: false }],
  [['a.backup', '--into', '/new', '--replaces'], { file: 'a.backup', folder: '/new', replaces: true }],
  [['--replaces', 'a.backup'], { file: 'a.backup', folder: null, replaces: true }],
  [[], null],
  [['a.backup', 'b.backup'], null],
  [['a.backup', '--force'], null],
])('the arguments %j of npm run restore mean %j', (words, command) => {
  expect(parseRestoreCommand(words)).toEqual(command)
})

test('a line of progress says how much is done, and the time left', () => {
  expect(backupProgressLine('rows', 1_200, 4_800, 60_000)).toBe('rows: 1,200 of 4,800, about 3 minutes left')
  expect(backupProgressLine('files', 0, 5, 60_000)).toBe('files: 0 of 5, time left unknown')
})

test('a restore says what it has brought, and what the operator must do', () => {
  const sums = { kind: 'sums', tables: 80, rows: 1_200, files: 7, missingFiles: 0 } as const
  const at = '2026-11-29T06:00:00.000Z'

  expect(restoreReportLines({ sums, leavingCompanies: [], at, replaces: true })).toEqual([
    `Restored 1,200 rows and 7 files as of ${at}.`,
    'The numbers connect at the next start. Make sure that the original never starts again.',
  ])
  expect(
    restoreReportLines({ sums: { ...sums, missingFiles: 2 }, leavingCompanies: [7], at, replaces: false }),
  ).toEqual([
    `Restored 1,200 rows and 7 files as of ${at}.`,
    '2 files were missing in the backup.',
    'Company 7 was being moved to another cell and is not served here: repeat npm run move-company, or take the move back with --undo.',
    'All numbers are stopped and webhooks are off. Connect a number only when the original no longer runs it.',
  ])
})
