import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { withDatabaseClient } from '../../platform/database/with-client'
import { loadSecrets, transferableSecrets } from '../../platform/secrets'
import { makeBareCompanies } from '../../platform/testing/bare-companies'
import { tableRows } from '../../platform/testing/table-rows'
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database'
import { endConnections } from '../../testing/database-connections'
import { checkBackup } from './check-backup'
import { BackupCheckNotAllowed, createDatabaseOnSameServer } from './check-database'
import { addForeignTable } from './testing/databases'
import { type WrittenBackup, writeBackup } from './write-backup'

const passphrase = 'a passphrase of the tests'
const now = new Date('2026-11-20T12:00Z')

let folder: string
let made: WrittenBackup
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-checks-'))
  const database = await createTestDatabase()
  await withDatabaseClient(database.ownerUrl, 'test', (client) => makeBareCompanies(client, ['Padaria']))
  made = await writeBackup({
    ownerUrl: database.ownerUrl,
    store: { open: async () => null },
    secrets: transferableSecrets(loadSecrets(folder, {})),
    passphrase,
    pathAt: () => join(folder, 'a.backup'),
    cost: { N: 16, r: 8, p: 1 },
  })
  await database.drop()
})
afterAll(() => rm(folder, { recursive: true }))

/** The databases that checks beside this one have made. */
async function checkDatabasesOf(client: pg.Client, { name }: TestDatabase) {
  const databases = tableRows(client, 'pg_database')
  const { oid } = await databases.get({ datname: name }, ['oid'])
  return databases.find({ datname: `balcao_check_${oid}` }, ['datname'])
}

let temporaryFolder: string
beforeEach(async () => {
  temporaryFolder = await mkdtemp(join(tmpdir(), 'balcao-temporary-'))
  await chmod(temporaryFolder, 0o711) // the account of the database must pass
  onTestFinished(() => rm(temporaryFolder, { recursive: true, force: true }))
})

it('loads a whole backup, and leaves nothing of it', async () => {
  const { facts, sums } = await checkBackup(made.path, passphrase, { now, temporaryFolder })

  expect(sums).toEqual(made.sums)
  expect(facts.at).toBe(made.at.toISOString())
  expect(await readdir(temporaryFolder)).toEqual([])
}, 60_000)

it('refuses a changed backup, and leaves nothing of it', async () => {
  const bytes = await readFile(made.path)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 30) ^ 1, bytes.length - 30)
  const path = join(folder, 'changed.backup')
  await writeFile(path, bytes)

  await expect(checkBackup(path, passphrase, { now, temporaryFolder })).rejects.toThrow('is altered')

  expect(await readdir(temporaryFolder)).toEqual([])
}, 60_000)

it('removes its decrypted database when it is stopped', async () => {
  const stopping = new AbortController()
  let meanwhile: Promise<string[]> | undefined
  const report = () => {
    meanwhile ??= readdir(temporaryFolder)
    stopping.abort(new Error('stopped'))
  }

  const checking = checkBackup(made.path, passphrase, {
    now,
    temporaryFolder,
    report,
    signal: stopping.signal,
  })

  await expect(checking).rejects.toThrow('stopped')
  expect(await meanwhile).toHaveLength(1)
  expect(await readdir(temporaryFolder)).toEqual([])
}, 60_000)

it('removes what a killed check left, and nothing of one that runs or of other programs', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const names = [`balcao-backup-${pid}-a`, `balcao-backup-${process.ppid}-b`, 'balcao-backup-c', 'other']
  for (const name of names) {
    await mkdir(join(temporaryFolder, name))
    await writeFile(join(temporaryFolder, name, 'restored-file'), 'text')
  }

  await expect(
    checkBackup(join(folder, 'a.backup'), passphrase, { now, temporaryFolder, signal: AbortSignal.abort() }),
  ).rejects.toThrow()

  expect(await readdir(temporaryFolder)).toEqual([names[1], names[2], names[3]])
}, 60_000)

it('loads a backup beside a database, and leaves that and the passwords of its roles as they are', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const beside = { now, temporaryFolder, openDatabase: () => createDatabaseOnSameServer(database.ownerUrl) }
  const bytes = await readFile(made.path)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 30) ^ 1, bytes.length - 30)
  const altered = join(folder, 'altered.backup')
  await writeFile(altered, bytes)

  const { sums } = await checkBackup(made.path, passphrase, beside)
  await expect(checkBackup(altered, passphrase, beside)).rejects.toThrow('is altered')

  expect(sums).toEqual(made.sums)
  // With the password that it had before.
  const left = await withDatabaseClient(database.appUrl, 'test', (app) => checkDatabasesOf(app, database))
  expect(left).toEqual([])
  expect(await readdir(temporaryFolder)).toEqual([])
}, 60_000)

it('is not allowed beside a database whose user is no superuser', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())

  await expect(createDatabaseOnSameServer(database.platformUrl)).rejects.toThrow(BackupCheckNotAllowed)
})

it('makes a database beside another one, one at a time, and drops what a killed check left', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  /** The number of tables before it adds one. */
  const tablesOf = (url: string) =>
    withDatabaseClient(url, 'test', async (other) => {
      const { oid } = await tableRows(other, 'pg_namespace').get({ nspname: 'public' }, ['oid'])
      const tables = await tableRows(other, 'pg_class').count({ relnamespace: oid })
      await addForeignTable(url, 'left_here')
      return tables
    })

  const first = await createDatabaseOnSameServer(database.ownerUrl)
  const tables = await tablesOf(first.ownerUrl)
  await expect(createDatabaseOnSameServer(database.ownerUrl)).rejects.toThrow('Another check of a backup')
  await endConnections(client, 'balcao check')
  const second = await createDatabaseOnSameServer(database.ownerUrl)
  const again = await tablesOf(second.ownerUrl)
  const during = await checkDatabasesOf(client, database)
  await second.remove()

  expect([tables, again]).toEqual([0, 0])
  expect(during).toHaveLength(1)
  expect(await checkDatabasesOf(client, database)).toEqual([])
})
