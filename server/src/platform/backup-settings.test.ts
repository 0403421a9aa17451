import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readBackupPassphrase } from './backup-settings'
import { loadConfig } from './config'

const passphrase = 'um cavalo no telhado'
const folder = mkdtempSync(join(tmpdir(), 'balcao-passphrase-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the settings of backups', () => {
  test('have no schedule by default', () => {
    expect(loadConfig({}).backups).toEqual({
      folder: null,
      passphrase: undefined,
      passphraseFile: undefined,
      at: { hour: 3, minute: 0 },
      keepDays: 7,
      keepWeeks: 4,
    })
  })

  test('are parsed to their values', () => {
    const given = {
      BACKUP_DIR: '/mnt/b',
      BACKUP_PASSPHRASE: passphrase,
      BACKUP_AT: '23:59',
      BACKUP_KEEP_DAYS: '30',
    }

    expect(loadConfig(given).backups).toMatchObject({
      folder: '/mnt/b',
      at: { hour: 23, minute: 59 },
      keepDays: 30,
      keepWeeks: 4,
    })
  })

  test.each([
    [{ BACKUP_DIR: '/mnt/b' }, 'BACKUP_DIR needs BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE'],
    [{ BACKUP_PASSPHRASE: passphrase, BACKUP_PASSPHRASE_FILE: '/a' }, 'exclude each other.'],
    [{ BACKUP_AT: '25:00' }, 'BACKUP_AT must be a time like 03:00.'],
    [{ BACKUP_KEEP_WEEKS: 'all' }, 'BACKUP_KEEP_WEEKS must be a whole number from 0 to 9999.'],
  ])('%j are refused', (given, line) => {
    expect(() => loadConfig(given)).toThrow(line)
  })
})

describe('the passphrase', () => {
  test('comes from the environment or a file, without the space around it', () => {
    const passphraseFile = join(folder, 'passphrase')
    writeFileSync(passphraseFile, `${passphrase}\n`)

    expect(readBackupPassphrase({ passphrase, passphraseFile: undefined })).toBe(passphrase)
    expect(readBackupPassphrase({ passphrase: undefined, passphraseFile })).toBe(passphrase)
  })

  test.each([
    [undefined, 'is missing'],
    ['   ', 'is missing'],
    ['curta demais', 'can be guessed'],
    ['aaaaaaaaaaaaaaaaaaaaaaa', 'can be guessed'],
  ])('%j is refused, without showing it', (given, words) => {
    const refused = () => readBackupPassphrase({ passphrase: given, passphraseFile: undefined })

    expect(refused).toThrow(words)
    expect(refused).not.toThrow(given?.trim() || 'nothing')
  })

  test('of a missing file is refused', () => {
    const passphraseFile = join(folder, 'none')

    expect(() => readBackupPassphrase({ passphrase: undefined, passphraseFile })).toThrow(
      `BACKUP_PASSPHRASE_FILE ${passphraseFile} cannot be read (ENOENT).`,
    )
  })
})
