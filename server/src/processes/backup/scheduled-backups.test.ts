import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getBackupState } from '@balcao/contract/backups'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest'
import { loadSecrets, type Secrets } from '../../platform/secrets'
import { lessThan } from '../../platform/testing/table-rows'
import { createTestDatabase } from '../../platform/testing/test-database'
import { carryOutJobs, type MailServer, openMailServer } from '../../testing/mail-server'
import { openOwnTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { backupName, isBackupRemnant, parseTimeInBackupName } from './backup-names'
import {
  type BackupDependencies,
  type BackupSchedule,
  backUpIfDue,
  latestScheduledTime,
  removeOldBackups,
} from './start-backups'
import { addForeignTable } from './testing/databases'

const hour = 3_600
const day = 24 * hour
const future = new Date('2100-01-01T00:00:00Z')

let secrets: Secrets
let secretsFolder: string
let testApp: TestApp
let platform: TestCompany
let shop: TestCompany
let folder: string
let mailServer: MailServer
const backups = () => testApp.table('backups')
beforeAll(async () => {
  mailServer = await openMailServer()
  secretsFolder = await mkdtemp(join(tmpdir(), 'balcao-secrets-'))
  secrets = loadSecrets(secretsFolder, {})
  const cell = { database: await createTestDatabase(), secrets }
  testApp = await openOwnTestApp({ cell, mailer: mailServer.mailer })
  platform = await testApp.company({ isSuper: true })
  shop = await testApp.company()
})
afterAll(async () => {
  await testApp.close()
  await mailServer.close()
  await rm(secretsFolder, { recursive: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-scheduled-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await backups().delete()
  // A check in the future: otherwise the first backup of each test is checked, which takes seconds.
  const times = { started_at: future, finished_at: future, checked_at: future }
  await backups().insert({ ...times, is_scheduled: false, failure: '' })
  await carryOutJobs(testApp, 'backups.mailFailure') // of earlier failures
  mailServer.mails.splice(0)
})

/** Looks whether a backup is due, as the product does each minute. */
async function look(
  change: Partial<BackupSchedule> = {},
  signal?: AbortSignal,
  more: Partial<BackupDependencies> = {},
): Promise<void> {
  const schedule: BackupSchedule = {
    folder,
    passphrase: 'a passphrase of the tests',
    at: { hour: 3, minute: 0 },
    keepDays: 7,
    keepWeeks: 4,
    ...change,
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const clock = { now: testApp.now, after: () => () => undefined }
  const parts: BackupDependencies = {
    schedule,
    ownerUrl: testApp.database.ownerUrl,
    secrets,
    store: testApp.store,
    workplace: testApp.app.workplace,
    sendsMail: true,
    clock,
    log,
    ...more,
  }
  await backUpIfDue(parts, signal)
}
/** As `npm run backup` notes it. */
const madeByHand = () => {
  const at = testApp.now()
  const times = { started_at: at, finished_at: at, content_at: at }
  return backups().insert({
    ...times,
    ...{ is_scheduled: false, path: '/mnt/a.backup', size_bytes: 1, missing_files: 0 },
  })
}
const attempts = () => {
  const columns = ['is_scheduled', 'failure', 'path', 'size_bytes', 'missing_files']
  return backups().find({ started_at: lessThan(future) }, columns)
}

describe('the schedule', () => {
  it('makes one backup a day, and notes it', async () => {
    await look()
    await look()
    const made = await readdir(folder)
    testApp.pass(day)
    await look()

    expect(made).toHaveLength(1)
    expect(made[0]).toMatch(/^balcao-[0-9a-f]{8}-\d{8}T\d{6}Z\.backup$/)
    expect(await attempts()).toHaveLength(2)
    expect((await attempts())[0]).toEqual({
      is_scheduled: true,
      failure: null,
      path: join(folder, made[0] ?? ''),
      size_bytes: expect.any(Number),
      missing_files: 0,
    })
  })

  it('notes a failure, and tries again after an hour', async () => {
    const file = join(folder, 'a file')
    await writeFile(file, '')
    await look({ folder: file })
    await look({ folder: file })
    const failed = await attempts()
    testApp.pass(hour)
    await look()

    expect(failed).toMatchObject([
      { failure: expect.stringContaining('EEXIST'), path: null, size_bytes: null },
    ])
    expect((await attempts()).map(({ failure }) => failure === null)).toEqual([false, true])
  })

  it('is tried again after a failure, also when a backup was made by hand meanwhile', async () => {
    await look({ folder: join(secretsFolder, 'secrets.json') })
    testApp.pass(60)
    await madeByHand()
    testApp.pass(hour)
    await look()

    expect((await attempts()).map(({ failure, is_scheduled }) => [failure === null, is_scheduled])).toEqual([
      [false, true],
      [true, false],
      [true, true],
    ])
  })

  it('mails the first of a row of failures to the owners of the platform alone, with its reason', async () => {
    const file = join(folder, 'a file')
    await writeFile(file, '')
    for (let nth = 0; nth < 2; nth++) {
      await look({ folder: file })
      testApp.pass(hour)
    }
    await carryOutJobs(testApp, 'backups.mailFailure')
    const mails = mailServer.mails.splice(0)
    await look()
    testApp.pass(day)
    await look({ folder: file })
    await carryOutJobs(testApp, 'backups.mailFailure')

    expect(mails.map(({ to }) => to)).toEqual([[platform.admin.email]])
    expect(mails[0]?.text).toContain('EEXIST')
    expect(mailServer.mails).toHaveLength(1)
  })

  it('notes nothing of a backup that ended with its process', async () => {
    await look({}, AbortSignal.abort(new Error('the process stops')))

    expect(await attempts()).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  it('forgets attempts after a quarter', async () => {
    await look()
    testApp.pass(91 * day)
    await look()

    expect(await attempts()).toHaveLength(1)
  })
})

describe('the check', () => {
  beforeEach(async () => void (await backups().delete()))
  const slowMs = 120_000
  const checks = async () =>
    (await backups().find({}, ['checked_at', 'check_failure', 'check_skipped'])).map(
      ({ checked_at, ...facts }) => ({ ...facts, checked: checked_at !== null }),
    )
  const nothingChecked = { checked: false, check_failure: null, check_skipped: null }
  const restorable = { ...nothingChecked, checked: true }

  it(
    'restores the first backup, and one a week',
    async () => {
      for (let nth = 0; nth < 8; nth++) {
        await look()
        testApp.pass(day)
      }

      expect(await checks()).toEqual([restorable, ...Array(6).fill(nothingChecked), restorable])
    },
    slowMs,
  )

  it(
    'notes and mails its failure, and is made again after a week',
    async () => {
      // The check's database has the tables of the migrations alone.
      const dropTable = await addForeignTable(testApp.database.ownerUrl, 'unknown_to_migrations')
      await look()
      await carryOutJobs(testApp, 'backups.mailFailure')
      const mails = mailServer.mails.splice(0)
      const failed = await checks()
      const state = await (await testApp.signIn(platform.admin.email)).does(getBackupState)
      testApp.pass(day)
      await look() // not checked, because a check loads the whole database
      testApp.pass(6 * day)
      await look()
      await carryOutJobs(testApp, 'backups.mailFailure')
      await dropTable()
      testApp.pass(7 * day)
      await look()

      const unknown = expect.stringContaining('parts that this version of Balcão does not know')
      const failure = { ...restorable, check_failure: unknown }
      expect(failed).toEqual([failure])
      expect(state).toMatchObject({ failure: null, checkedAt: null, checkFailure: unknown })
      expect(mails.map(({ to, text }) => [to, text])).toEqual([[[platform.admin.email], unknown]])
      expect(mailServer.mails).toHaveLength(0)
      expect(await checks()).toEqual([failure, nothingChecked, failure, restorable])
    },
    slowMs,
  )

  it('is skipped without room for a copy of the database, which is no failure, and tried after a week', async () => {
    const folders: string[] = []
    const full = {
      freeBytes: async (place: string) => {
        folders.push(place)
        return 1_000_000
      },
    }
    await look({}, undefined, full)
    testApp.pass(day)
    await look({}, undefined, full)
    await carryOutJobs(testApp, 'backups.mailFailure')
    const state = await (await testApp.signIn(platform.admin.email)).does(getBackupState)

    expect(folders).toEqual([tmpdir()])
    const skipped = expect.stringMatching(/^A check needs 1,\d GB|^A check needs 1.\d GB/)
    expect(await checks()).toEqual([{ ...restorable, check_skipped: skipped }, nothingChecked])
    expect(state).toMatchObject({ failure: null, checkedAt: null, checkFailure: null, checkSkipped: skipped })
    expect(mailServer.mails).toEqual([])
  })

  it('is made also when old backups could not be removed', async () => {
    const full = { freeBytes: async () => 0 }
    // A folder under the name of an old backup: `rm` refuses it.
    await look({}, undefined, full)
    const [, installation = ''] = /^balcao-([0-9a-f]{8})-/.exec((await readdir(folder))[0] ?? '') ?? []
    await mkdir(join(folder, backupName(new Date('2020-01-01T00:00:00Z'), installation)))
    await backups().delete()
    await look({ keepDays: 1, keepWeeks: 1 }, undefined, full)

    expect(await checks()).toEqual([{ ...restorable, check_skipped: expect.any(String) }])
  })
})

describe('old backups', () => {
  const installation = '0a1b2c3d'

  it('go by the retention, and other files stay, also those of other installations', async () => {
    const days = Array.from(
      { length: 10 },
      (_, back) => new Date(Date.parse('2026-11-20T03:00:00Z') - back * 86_400_000),
    )
    const [ours, others] = [installation, 'ffffffff'].map((each) => days.map((at) => backupName(at, each)))
    for (const name of [...(ours ?? []), ...(others ?? []), 'notes.txt', 'other.backup'])
      await writeFile(join(folder, name), '')

    await removeOldBackups({ folder, installation, keepDays: 2, keepWeeks: 2 }, testApp.now())

    expect(await readdir(folder)).toEqual([
      'balcao-0a1b2c3d-20261115T030000Z.backup',
      'balcao-0a1b2c3d-20261119T030000Z.backup',
      'balcao-0a1b2c3d-20261120T030000Z.backup',
      ...(others ?? []).toReversed(),
      'notes.txt',
      'other.backup',
    ])
  })

  it('go with what killed processes left a day ago', async () => {
    const at = testApp.now()
    const [old, young] = [
      'balcao-0a1b2c3d-20261101T030000Z.backup',
      'balcao-0a1b2c3d-20261120T030000Z.backup',
    ]
    const other = 'balcao-ffffffff-20261101T030000Z.backup'
    for (const name of [old, young, other]) {
      await writeFile(join(folder, `${name}.unfinished`), '')
      const written = new Date(at.getTime() - (name === young ? 1 : 25) * hour * 1000)
      await utimes(join(folder, `${name}.unfinished`), written, written)
    }

    await removeOldBackups({ folder, installation, keepDays: 7, keepWeeks: 4 }, at)

    expect(await readdir(folder)).toEqual([`${young}.unfinished`, `${other}.unfinished`])
  })
})

describe('GET /platform/backups', () => {
  /** Sessions end while time passes. */
  const state = async () => (await testApp.signIn(platform.admin.email)).does(getBackupState)

  it('tells the owner of the platform when the last backup was made, and whether that is too long ago', async () => {
    const atFirst = await state()
    testApp.pass(3 * day)
    const without = await state()
    // The content has the time of the database's clock.
    await look()
    const { id, started_at } = await backups().get({ failure: null })
    await backups().update({ id }, { content_at: started_at })
    const made = await state()
    testApp.pass(2 * day + 1)
    const old = await state()

    expect(without).toEqual({
      isScheduled: false,
      lastAt: null,
      missingFiles: 0,
      failure: null,
      checkedAt: future.toISOString(),
      checkFailure: null,
      checkSkipped: null,
      isOverdue: true,
    })
    expect(atFirst.lastAt).toBeNull()
    expect(made).toMatchObject({ lastAt: expect.any(String), failure: null, isOverdue: false })
    expect(old).toMatchObject({ lastAt: made.lastAt, isOverdue: true })
  })

  it('tells of a failure until the next backup', async () => {
    await look({ folder: join(secretsFolder, 'secrets.json') })
    const failed = await state()
    testApp.pass(hour)
    await look()

    expect(failed.failure).toContain('EEXIST')
    expect((await state()).failure).toBeNull()
  })

  it('tells of a failure of the schedule also after a backup by hand', async () => {
    await look({ folder: join(secretsFolder, 'secrets.json') })
    testApp.pass(60)
    await madeByHand()

    expect(await state()).toMatchObject({ failure: expect.stringContaining('EEXIST'), isOverdue: false })
  })

  it('refuses an admin of a company', async () => {
    const admin = await testApp.signIn(shop.admin.email)

    expect(await admin.call(getBackupState)).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' })
  })
})

test('the time of the schedule is today’s once it has come, else yesterday’s', () => {
  const at = (hours: number) => new Date(2026, 10, 20, hours)

  expect(latestScheduledTime(at(4), { hour: 3, minute: 30 })).toEqual(new Date(2026, 10, 20, 3, 30))
  expect(latestScheduledTime(at(3), { hour: 3, minute: 30 })).toEqual(new Date(2026, 10, 19, 3, 30))
})

test('the name of a backup is its installation and its instant', () => {
  const at = new Date('2026-11-29T03:04:05.678Z')
  const name = backupName(at, '3f9a1c2b')

  expect(name).toBe('balcao-3f9a1c2b-20261129T030405Z.backup')
  expect(parseTimeInBackupName(name, '3f9a1c2b')).toEqual(new Date('2026-11-29T03:04:05Z'))
  expect(parseTimeInBackupName(name, 'ffffffff')).toBeNull()
  expect(parseTimeInBackupName('balcao.backup', '3f9a1c2b')).toBeNull()
  expect(['unfinished', 'files', 'txt'].map((end) => isBackupRemnant(`${name}.${end}`, '3f9a1c2b'))).toEqual([
    true,
    true,
    false,
  ])
  expect(isBackupRemnant(`${name}.unfinished`, 'ffffffff')).toBe(false)
})
