import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withDatabaseClient } from '../../platform/database/with-client'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/embedded-postgres/start-embedded-postgres'
import type { FileKey } from '../../platform/files/file-store'
import type { S3Settings } from '../../platform/files/s3-settings'
import { loadSecrets, type Secrets, transferableSecrets } from '../../platform/secrets'
import { makeBareCompanies } from '../../platform/testing/bare-companies'
import { testSettings } from '../../platform/testing/database-server'
import { tableRows } from '../../platform/testing/table-rows'
import { createTestDatabase } from '../../platform/testing/test-database'
import { createFurtherDatabase } from '../../testing/further-database'
import { openFilesOnDisk } from '../open-file-store'
import { finishInterruptedRestore, restoreInstallation } from './restore-installation'
import { openEncryptedBackupFile } from './sealed-file'
import { addForeignTable } from './testing/databases'
import { type WrittenBackup, writeBackup } from './write-backup'

const passphrase = 'a passphrase of the tests'
const now = new Date('2026-11-20T12:00Z')
const fileKey: FileKey = `1/${'ab'.repeat(16)}.pdf`
const slowMs = 60_000

let folder: string
let secrets: Secrets
let made: WrittenBackup
/** A server of its own: a restore gives the roles of the server new passwords. */
let server: EmbeddedPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-restores-'))
  await chmod(folder, 0o711) // the account of the database must pass
  secrets = loadSecrets(folder, {})
  const log = { info: () => undefined, warn: () => undefined }
  server = await startEmbeddedPostgres({ folder, ownerPassword: 'owner', log, settings: testSettings })
  await server.release()
  made = await backUp()
}, slowMs)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

/** A backup of a company with one file. */
async function backUp(): Promise<WrittenBackup> {
  const database = await createTestDatabase()
  await withDatabaseClient(database.ownerUrl, 'test', async (client) => {
    await makeBareCompanies(client, ['Padaria'])
    const stamps = { created_at: new Date(), updated_at: new Date() }
    const contact = { uuid: randomUUID(), name: 'Rosa', name_source: 'typed', picture_key: fileKey }
    await tableRows(client, 'contacts').insert({ company_id: 1, ...contact, ...stamps })
  })
  const path = join(folder, 'source.pdf')
  await writeFile(path, 'the file')
  const original = await openFilesOnDisk({
    dataFolder: join(folder, 'original'),
    nodeAddress: null,
    s3: null,
  })
  await original.copyIn(fileKey, { sizeBytes: 8, stream: (range) => createReadStream(path, range) })
  const backup = await writeBackup({
    ownerUrl: database.ownerUrl,
    store: original,
    secrets: transferableSecrets(secrets),
    passphrase,
    pathAt: () => join(folder, 'a.backup'),
    cost: { N: 16, r: 8, p: 1 },
  })
  await database.drop()
  return backup
}

let dataFolder: string
let databases = 0
beforeEach(async () => {
  dataFolder = await mkdtemp(join(folder, 'data-'))
  await chmod(dataFolder, 0o711)
})

interface Change {
  readonly s3?: S3Settings
  readonly databaseUrl?: string
  readonly replaces?: boolean
  readonly signal?: AbortSignal
  readonly report?: () => void
}

async function restore({ databaseUrl, s3, replaces = false, ...more }: Change = {}) {
  const backup = await openEncryptedBackupFile(made.path, passphrase)
  try {
    return await restoreInstallation({
      backup,
      config: { dataFolder, databaseUrl, s3: s3 ?? null, nodeAddress: null },
      environment: {},
      replaces,
      now,
      ...more,
    })
  } finally {
    await backup.close()
  }
}

/** The address of a new database of the test's server. */
async function newDatabase(): Promise<string> {
  const name = `restored_${++databases}`
  await withDatabaseClient(server.ownerUrl, 'test', (client) => createFurtherDatabase(client, name))
  return Object.assign(new URL(server.ownerUrl), { pathname: `/${name}` }).href
}

const companiesIn = (url: string) =>
  withDatabaseClient(url, 'test', (client) => tableRows(client, 'companies').find({}, ['name']))
const hasCompanyTable = (url: string) =>
  withDatabaseClient(
    url,
    'test',
    async (client) => (await tableRows(client, 'pg_class').count({ relname: 'companies' })) > 0,
  )

const theFile = () => readFile(join(dataFolder, 'files', '1', 'ab', `${'ab'.repeat(16)}.pdf`), 'utf8')

describe('a restore into a folder', () => {
  it(
    'brings database, files and secrets, and says what it has brought',
    async () => {
      const restored = await restore()

      expect(restored).toEqual({
        sums: made.sums,
        leavingCompanies: [],
        at: made.at.toISOString(),
        replaces: false,
      })
      expect((await readdir(dataFolder)).sort()).toEqual(['files', 'postgres', 'secrets.json'])
      expect(await theFile()).toBe('the file')
      expect(transferableSecrets(loadSecrets(dataFolder, {}))).toEqual(transferableSecrets(secrets))
      await expect(restore()).rejects.toThrow(`${dataFolder} is not empty: it has secrets.json.`)
    },
    slowMs,
  )

  it(
    'leaves an empty folder when it is stopped',
    async () => {
      const stopping = new AbortController()
      const report = () => stopping.abort(new Error('stopped'))

      await expect(restore({ report, signal: stopping.signal })).rejects.toThrow('stopped')

      expect(await readdir(dataFolder)).toEqual([])
    },
    slowMs,
  )

  it(
    'clears what an interrupted one has built',
    async () => {
      const { pid } = spawnSync(process.execPath, ['--version'])
      await mkdir(join(dataFolder, 'restoring', 'files', '7'), { recursive: true })
      await writeFile(join(dataFolder, 'restoring', 'pid'), String(pid))

      await restore()

      expect((await readdir(dataFolder)).sort()).toEqual(['files', 'postgres', 'secrets.json'])
      expect(await readdir(join(dataFolder, 'files'))).not.toContain('7')
    },
    slowMs,
  )

  it('is refused while another one runs there', async () => {
    await mkdir(join(dataFolder, 'restoring'))
    await writeFile(join(dataFolder, 'restoring', 'pid'), String(process.ppid))

    await expect(restore()).rejects.toThrow(
      `Another restore into this folder is running (process ${process.ppid}).`,
    )

    expect(await readdir(dataFolder)).toEqual(['restoring'])
  })

  it('that was interrupted while it moved its parts is ended, with what it had brought', async () => {
    const staging = join(dataFolder, 'restoring')
    const brought = {
      sums: made.sums,
      leavingCompanies: [7],
      at: '2026-11-19T03:00:00.000Z',
      replaces: true,
    }
    for (const name of ['files', 'postgres']) await mkdir(join(staging, name), { recursive: true })
    await writeFile(join(dataFolder, 'secrets.json'), 'moved already')
    await writeFile(join(staging, 'complete'), JSON.stringify(brought))

    expect(await finishInterruptedRestore(dataFolder)).toEqual(brought)

    expect((await readdir(dataFolder)).sort()).toEqual(['files', 'postgres', 'secrets.json'])
    expect(await finishInterruptedRestore(dataFolder)).toBeNull()
  })
})

describe('a restore into the database of DATABASE_URL', () => {
  it(
    'brings database, files and secrets, and is refused afterwards',
    async () => {
      const databaseUrl = await newDatabase()

      const { sums } = await restore({ databaseUrl })

      expect(sums).toEqual(made.sums)
      expect(await companiesIn(databaseUrl)).toEqual([{ name: 'Padaria' }])
      expect(await theFile()).toBe('the file')
      expect(transferableSecrets(loadSecrets(dataFolder, {}))).toEqual(transferableSecrets(secrets))
      await expect(restore({ databaseUrl })).rejects.toThrow(
        'The database of DATABASE_URL is not empty: it has companies.',
      )
    },
    slowMs,
  )

  it(
    'is repeated after it was stopped',
    async () => {
      const databaseUrl = await newDatabase()
      const stopping = new AbortController()
      const report = () => stopping.abort(new Error('stopped'))

      await expect(restore({ databaseUrl, report, signal: stopping.signal })).rejects.toThrow('stopped')
      const left = await companiesIn(databaseUrl)
      await restore({ databaseUrl })

      expect(left).toEqual([])
      expect(await companiesIn(databaseUrl)).toEqual([{ name: 'Padaria' }])
    },
    slowMs,
  )

  it('is refused where another program has tables, which stay', async () => {
    const databaseUrl = await newDatabase()
    await addForeignTable(databaseUrl, 'recipes')

    await expect(restore({ databaseUrl })).rejects.toThrow(
      'The database of DATABASE_URL is not empty: it has the table recipes.',
    )

    expect(await hasCompanyTable(databaseUrl)).toBe(false)
  })

  it(
    'is refused beside the files of another installation, unless it replaces that',
    async () => {
      const databaseUrl = await newDatabase()
      await mkdir(join(dataFolder, 'files', '7'), { recursive: true })

      await expect(restore({ databaseUrl })).rejects.toThrow(
        `${join(dataFolder, 'files')} is not empty: it has files of company 7.`,
      )
      const wasMigrated = await hasCompanyTable(databaseUrl)
      await restore({ databaseUrl, replaces: true })

      expect(wasMigrated).toBe(false)
      expect(await theFile()).toBe('the file')
    },
    slowMs,
  )

  it('is refused with a wrong bucket before it makes a table', async () => {
    const databaseUrl = await newDatabase()
    const s3 = {
      endpoint: 'http://127.0.0.1:9',
      bucket: 'files',
      region: 'auto',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    }

    await expect(restore({ databaseUrl, s3 })).rejects.toThrow(
      'The bucket files at http://127.0.0.1:9 cannot',
    )
    await expect(restore({ s3 })).rejects.toThrow('The bucket files at http://127.0.0.1:9 cannot')

    expect(await hasCompanyTable(databaseUrl)).toBe(false)
    expect(await readdir(dataFolder)).toEqual([])
  })

  it(
    'is refused beside the secrets of another installation, and brings no row',
    async () => {
      const databaseUrl = await newDatabase()
      loadSecrets(dataFolder, {})

      await expect(restore({ databaseUrl })).rejects.toThrow('belongs to another installation. Move it away.')

      expect(await companiesIn(databaseUrl)).toEqual([])
    },
    slowMs,
  )
})
