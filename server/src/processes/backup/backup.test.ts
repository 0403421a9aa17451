import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { listContacts } from '@balcao/contract/contacts'
import { listMessages } from '@balcao/contract/messages'
import { listPrompts } from '@balcao/contract/prompts'
import { createQuickMessage } from '@balcao/contract/quick-messages'
import { getTicket, listTickets } from '@balcao/contract/tickets'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  applyMigrationsToEmptyDatabase,
  currentRelease,
  migrateDatabase,
  readMigrationNames,
} from '../../platform/database/migrate'
import { withDatabaseClient } from '../../platform/database/with-client'
import { type FileKey, isFileKey } from '../../platform/files/file-store'
import * as samples from '../../platform/files/sample-files.fixture'
import { loadSecrets, type Secrets, transferableSecrets } from '../../platform/secrets'
import { makeBareCompanies } from '../../platform/testing/bare-companies'
import { rolePasswords } from '../../platform/testing/database-server'
import { not, type RowValues, type TableRows, tableRows } from '../../platform/testing/table-rows'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../platform/testing/test-database'
import { aFullCompany, type FullCompany } from '../../testing/full-company'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { type BackupRestoreParameters, loadBackup } from './load-backup'
import { openEncryptedBackupFile } from './sealed-file'
import { enterCompany, lockBackups, rowPrintsOf } from './testing/databases'
import { type BackupParameters, type WrittenBackup, writeBackup } from './write-backup'

const passphrase = 'a passphrase of the tests'
const noFiles = { open: async () => null }

let folder: string
let secrets: Secrets
let original: TestApp
let shop: FullCompany
let other: FullCompany
/** The picture of a contact; the store has lost that of the others. */
let fileKey: FileKey
let made: WrittenBackup
let backups = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-backups-'))
  secrets = loadSecrets(folder, {})
  original = await openOwnTestApp({ cell: { database: await createTestDatabase(), secrets } })
  shop = await aFullCompany(original)
  other = await aFullCompany(original)
  ;({ key: fileKey } = await original.store.put(shop.company.id, samples.pdf, () => Number.MAX_SAFE_INTEGER))
  const lost = `${shop.company.id}/${'0'.repeat(32)}.pdf`
  const ofShop = { company_id: shop.company.id }
  await original.table('contacts').update({ ...ofShop, id: shop.contactId }, { picture_key: fileKey })
  await original.table('contacts').update({ ...ofShop, id: not(shop.contactId) }, { picture_key: lost })
  await original.app.workplace.withCompany(
    { kind: 'system', name: 'test', companyId: shop.company.id },
    async (work) => work.enqueue({ task: 'billing.mailInvoice', payload: { invoiceId: 1 } }),
  )
  await original.settled()
  made = await backUp(original.database.ownerUrl, { store: original.store })
}, 120_000)
afterAll(async () => {
  await original.close()
  await rm(folder, { recursive: true })
})

function backUp(ownerUrl: string, change: Partial<BackupParameters> = {}): Promise<WrittenBackup> {
  const path = join(folder, `${++backups}.backup`)
  return writeBackup({
    ownerUrl,
    store: noFiles,
    secrets: transferableSecrets(secrets),
    passphrase,
    pathAt: () => path,
    cost: { N: 16, r: 8, p: 1 },
    ...change,
  })
}

/** A store whose files fail with this code while they are read. */
function failing(code: string): BackupParameters['store'] {
  const stream = () => {
    throw Object.assign(new Error('the store fails'), { code })
  }
  return { open: async () => ({ sizeBytes: 10, stream }) }
}

async function emptyDatabase(create = createEmptyDatabase): Promise<TestDatabase> {
  const database = await create()
  onTestFinished(() => database.drop())
  return database
}

/** Restores a backup. The roles of the server keep the passwords that all tests use. */
async function restore(path: string, ownerUrl: string, change: Partial<BackupRestoreParameters> = {}) {
  const backup = await openEncryptedBackupFile(path, passphrase)
  try {
    return await loadBackup({
      backup,
      ownerUrl,
      files: null,
      temporaryFolder: folder,
      takeSecrets: () => ({
        dataKeys: secrets.dataKeys,
        databaseAppPassword: rolePasswords.app,
        databasePlatformPassword: rolePasswords.platform,
      }),
      replaces: true,
      now: original.now(),
      ...change,
    })
  } finally {
    await backup.close()
  }
}

type Tables = (name: string) => TableRows

/** Reads or writes rows of a database over a connection of its own. */
function inDatabase<T>(url: string, act: (table: Tables, client: pg.Client) => Promise<T>): Promise<T> {
  return withDatabaseClient(url, 'test', (client) => act((name) => tableRows(client, name), client))
}

/** Adds rows of company 1. */
const adding =
  (table: Tables) =>
  (name: string, ...rows: readonly RowValues[]) =>
    table(name).insertMany(rows.map((row) => ({ company_id: 1, ...row })))

describe('a backup, restored into another database', () => {
  it('has every row of every table, and the sequences go on', async () => {
    const database = await emptyDatabase()

    const { sums } = await restore(made.path, database.ownerUrl, { takeSecrets: () => undefined })

    const [before, after] = [
      await withDatabaseClient(original.database.ownerUrl, 'test', rowPrintsOf),
      await withDatabaseClient(database.ownerUrl, 'test', rowPrintsOf),
    ]
    expect(after).toEqual(before)
    expect(Object.keys(before).length).toBeGreaterThan(70)
    expect(Object.values(before).filter((print) => !print.startsWith('0 ')).length).toBeGreaterThan(50)
    expect(sums).toEqual(made.sums)
    expect(sums).toMatchObject({ files: 1, missingFiles: 1 })
  })

  it('serves its companies, with their secrets, and keeps them apart', async () => {
    const database = await createEmptyDatabase()
    await restore(made.path, database.ownerUrl)
    const copy = await openOwnTestApp({ cell: { database, secrets } })
    onTestFinished(() => copy.close())
    const there = await copy.signIn(shop.admin.email)
    const stranger = await copy.signIn(other.admin.email)

    const tickets = { query: { status: 'open', showAll: 'true' } } as const
    const messages = { params: { ticketId: shop.ticketId }, query: { pageNumber: 1 } }
    const search = { query: { searchParam: 'dona', pageNumber: 1 } } as never
    expect((await there.does(listTickets, tickets)).tickets.length).toBeGreaterThan(0)
    const bodies = (await there.does(listMessages, messages)).messages.map(({ body }) => body)
    expect(bodies).toEqual((await shop.admin.does(listMessages, messages)).messages.map(({ body }) => body))
    expect(bodies).toContain('segredo da casa')
    expect(await there.does(listContacts, search)).toEqual(await shop.admin.does(listContacts, search))
    expect(await there.does(listPrompts, {})).toEqual(await shop.admin.does(listPrompts, {}))
    expect((await stranger.call(getTicket, { params: { ticketId: shop.ticketId } })).status).toBe(404)
    const added = await there.does(createQuickMessage, {
      body: { shortcode: 'novo', message: 'Olá', geral: true },
    })
    expect(added.id).toBeGreaterThan(shop.quickMessageId)
  })

  it('brings its files, and counts those that were gone', async () => {
    const database = await emptyDatabase()
    const files = new Map<string, Buffer>()

    await restore(made.path, database.ownerUrl, {
      files: { copyIn: async (key, file) => void files.set(key, await buffer(file.stream())) },
    })

    expect([...files.keys()]).toEqual([fileKey])
    expect(files.get(fileKey)?.equals(samples.pdf)).toBe(true)
    expect(isFileKey(fileKey)).toBe(true)
  })

  it('leaves out a file that is removed while it is read', async () => {
    const database = await emptyDatabase()

    const { path, sums } = await backUp(original.database.ownerUrl, { store: failing('ENOENT') })

    expect(sums).toMatchObject({ files: 0, missingFiles: 2 })
    expect((await restore(path, database.ownerUrl)).sums).toEqual(sums)
  })

  it('runs no number and calls no webhook, unless it replaces the original', async () => {
    const [beside, instead] = [await emptyDatabase(), await emptyDatabase()]
    await restore(made.path, beside.ownerUrl, { replaces: false })
    await restore(made.path, instead.ownerUrl, { replaces: true })
    const stateIn = ({ ownerUrl }: TestDatabase) =>
      inDatabase(ownerUrl, async (table) => {
        const numbers = await table('connections').find()
        return {
          numbers: [
            ...new Set(numbers.map((each) => `${each.desired_state} ${each.status} ${each.cause ?? ''}`)),
          ],
          webhooks: await table('webhooks').count({ is_active: true }),
          nodes: await table('nodes').count(),
          mails: await table('graphile_worker.jobs').count({ task_identifier: 'billing.mailInvoice' }),
        }
      })

    const { webhooks } = await stateIn(original.database)
    expect(webhooks).toBeGreaterThan(0)
    expect(await stateIn(beside)).toEqual({
      numbers: ['link DISCONNECTED stopped'],
      webhooks: 0,
      nodes: 0,
      mails: 0,
    })
    expect(await stateIn(instead)).toMatchObject({ webhooks, mails: 1 })
    expect((await stateIn(instead)).numbers).not.toContain('link DISCONNECTED stopped')
  })

  it('makes backups under a name of its own, unless it replaces the original', async () => {
    const [beside, instead] = [await emptyDatabase(), await emptyDatabase()]
    await restore(made.path, beside.ownerUrl, { replaces: false })
    await restore(made.path, instead.ownerUrl, { replaces: true })

    expect((await backUp(original.database.ownerUrl)).installation).toBe(made.installation)
    expect((await backUp(instead.ownerUrl)).installation).toBe(made.installation)
    expect((await backUp(beside.ownerUrl)).installation).toMatch(/^[0-9a-f]{8}$/)
    expect((await backUp(beside.ownerUrl)).installation).not.toBe(made.installation)
  })

  it('sends nothing anew that the original may have sent since', async () => {
    const source = await emptyDatabase(createTestDatabase)
    const target = await emptyDatabase()
    const at = new Date()
    const stamps = { created_at: at, updated_at: at }
    const due = (time: string) => ({ send_at: time, due_at: time })
    const campaign = { ...stamps, messages: Array(5).fill('Oi'), confirmation_messages: Array(5).fill('') }
    const planned = (status: string, day: string) => ({
      ...{ ...campaign, confirmation: false },
      ...{ name: `${status} ${day}`, status, scheduled_at: `${day}T00:00Z` },
    })
    await inDatabase(source.ownerUrl, async (table, client) => {
      await makeBareCompanies(client, ['Loja'])
      const add = adding(table)
      await add('connections', { ...stamps, name: 'Loja', status_since: at })
      await add('contacts', { ...stamps, uuid: randomUUID(), name: 'Rosa', name_source: 'typed' })
      await add(
        'schedules',
        { ...stamps, ...due('2026-11-20T11:59Z'), contact_id: 1, body: 'Oi' },
        { ...stamps, ...due('2026-11-20T12:01Z'), contact_id: 1, body: 'Oi' },
      )
      await add(
        'campaigns',
        planned('EM_ANDAMENTO', '2026-11-01'),
        planned('PROGRAMADA', '2026-11-19'),
        planned('PROGRAMADA', '2026-12-01'),
        planned('FINALIZADA', '2026-11-01'),
      )
    })

    await restore((await backUp(source.ownerUrl)).path, target.ownerUrl, {
      now: new Date('2026-11-20T12:00Z'),
    })

    const [schedules, campaigns] = await inDatabase(target.ownerUrl, async (table) => [
      await table('schedules').find({}, ['status', 'failure']),
      await table('campaigns').find({}, ['status']),
    ])
    expect(schedules).toEqual([
      { status: 'ERRO', failure: 'ERR_SENDING_WAPP_MSG' },
      { status: 'PENDENTE', failure: null },
    ])
    expect(campaigns?.map(({ status }) => status)).toEqual([
      'CANCELADA',
      'CANCELADA',
      'PROGRAMADA',
      'FINALIZADA',
    ])
  })

  it('lets the times begin anew after which tickets are closed or moved', async () => {
    const [source, target] = [await emptyDatabase(createTestDatabase), await emptyDatabase()]
    const before = new Date('2026-11-01T00:00Z')
    const stamps = { created_at: before, updated_at: before }
    const ticket = (contact_id: number) => ({
      ...{ uuid: randomUUID(), contact_id, is_group: false, created_at: before, last_at: before },
    })
    await inDatabase(source.ownerUrl, async (table, client) => {
      await makeBareCompanies(client, ['Loja'])
      const add = adding(table)
      const connection = { ...stamps, status_since: before }
      await add(
        'connections',
        { ...connection, name: 'Loja', expires_ticket: 30 },
        { ...connection, name: 'Sem prazo', expires_ticket: 0 },
      )
      const names = [1, 2, 3, 4].map((place) => `Rosa ${place}`)
      const contacts = names.map((name) => ({ ...stamps, uuid: randomUUID(), name, name_source: 'typed' }))
      await add('contacts', ...contacts)
      await add(
        'tickets',
        { ...ticket(1), connection_id: 1, status: 'open', last_message_from_me: true },
        { ...ticket(2), connection_id: 1, status: 'open', last_message_from_me: false },
        { ...ticket(3), connection_id: 2, status: 'open', last_message_from_me: true },
        { ...ticket(4), connection_id: 1, status: 'pending', last_message_from_me: false },
      )
    })
    const now = new Date('2026-11-20T12:00Z')

    await restore((await backUp(source.ownerUrl)).path, target.ownerUrl, { now })

    const tickets = await inDatabase(target.ownerUrl, (table) =>
      table('tickets').find({}, ['last_at', 'unqueued_since']),
    )
    expect(tickets).toEqual([
      { last_at: now, unqueued_since: null },
      { last_at: before, unqueued_since: null },
      { last_at: before, unqueued_since: null },
      { last_at: before, unqueued_since: now },
    ])
  })

  it('does not serve a company that was leaving for another cell', async () => {
    const target = await emptyDatabase()
    const { id } = shop.company
    await original.table('company_moves').insert({ company: id, state: 'leaving', since: new Date() })
    const { path } = await backUp(original.database.ownerUrl)
    await original.table('company_moves').delete()

    const { leavingCompanies } = await restore(path, target.ownerUrl)

    expect(leavingCompanies).toEqual([id])
    const served = await inDatabase(target.platformUrl, (table) =>
      table('companies').find({ id: [id, other.company.id] }, ['id']),
    )
    expect(served).toEqual([{ id: other.company.id }])
    const ticketsForApp = inDatabase(target.appUrl, async (table, app) => {
      await enterCompany(app, id)
      return table('tickets').find()
    })
    await expect(ticketsForApp).rejects.toThrow(`company ${id} is in another cell`)
  })
})

describe('a backup of another version', () => {
  it('of an earlier one is migrated', async () => {
    const [source, target] = [await emptyDatabase(), await emptyDatabase()]
    const all = await readMigrationNames(currentRelease)
    await applyMigrationsToEmptyDatabase(source.ownerUrl, all.slice(0, -4))
    await inDatabase(source.ownerUrl, (_, client) => makeBareCompanies(client, ['Padaria', 'Farmácia']))

    await restore((await backUp(source.ownerUrl)).path, target.ownerUrl)

    await inDatabase(target.ownerUrl, async (table) => {
      const namesIn = async (name: string) => (await table(name).find({}, ['name'])).map((row) => row.name)
      expect(await namesIn('companies')).toEqual(['Padaria', 'Farmácia'])
      expect(await namesIn('schema_migrations')).toEqual(all)
      expect(await table('schema_functions').count()).toBeGreaterThan(5)
    })
  })

  it('is refused where later migrations have made the tables', async () => {
    const [source, target] = [await emptyDatabase(), await emptyDatabase(createTestDatabase)]
    const all = await readMigrationNames(currentRelease)
    await applyMigrationsToEmptyDatabase(source.ownerUrl, all.slice(0, -1))

    await expect(restore((await backUp(source.ownerUrl)).path, target.ownerUrl)).rejects.toThrow(
      `The database has tables of ${all.at(-1)}, which the backup does not have. Restore into a new database.`,
    )
  })

  it('of an installation from before the baseline names only migrations that are left', async () => {
    const [source, target] = [await emptyDatabase(createTestDatabase), await emptyDatabase()]
    await inDatabase(source.ownerUrl, async (table) => {
      const migrations = table('schema_migrations')
      await migrations.insert({ name: '0002-companies-and-people.sql', run_at: '2026-01-01' })
      await migrations.insert({ name: '0100-field-names.sql', run_at: '2026-02-01' })
    })

    const { sums } = await restore((await backUp(source.ownerUrl)).path, target.ownerUrl)

    expect(sums.tables).toBeGreaterThan(70)
  })

  it('of a later one is refused, and changes nothing', async () => {
    const [source, target] = [await emptyDatabase(createTestDatabase), await emptyDatabase()]
    await inDatabase(source.ownerUrl, (table) =>
      table('schema_migrations').insert({ name: '9999-later.sql' }),
    )
    const { path } = await backUp(source.ownerUrl)

    await expect(restore(path, target.ownerUrl)).rejects.toThrow(
      /made this backup with 9999-later.sql, which Balcão .* does not know. Restore it with .* or later/,
    )

    const tables = await inDatabase(target.ownerUrl, (table) =>
      table('pg_class').count({ relname: 'schema_migrations' }),
    )
    expect(tables).toBe(0)
  })
})

describe('a faulty backup', () => {
  it('leaves no row, and a whole one can be restored afterwards', async () => {
    const { ownerUrl } = await emptyDatabase()
    const bytes = await readFile(made.path)
    const cut = join(folder, 'cut.backup')
    const changed = join(folder, 'changed.backup')
    await writeFile(cut, bytes.subarray(0, bytes.length - 20))
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 30) ^ 1, bytes.length - 30)
    await writeFile(changed, bytes)
    const companies = () => inDatabase(ownerUrl, (table) => table('companies').count())

    await expect(restore(cut, ownerUrl)).rejects.toThrow('is cut off at byte')
    await expect(restore(changed, ownerUrl)).rejects.toThrow('is altered')
    const afterwards = await companies()
    await expect(migrateDatabase(ownerUrl)).rejects.toThrow('The restore into this database is not finished')
    await restore(made.path, ownerUrl)
    await migrateDatabase(ownerUrl)

    expect(afterwards).toBe(0)
    expect(await companies()).toBe(2)
  })
})

describe('making a backup', () => {
  it('is refused while another one is made, and to a user who does not see all rows', async () => {
    const { ownerUrl, appUrl } = original.database
    await withDatabaseClient(ownerUrl, 'test', async (client) => {
      await lockBackups(client)

      await expect(backUp(ownerUrl)).rejects.toThrow('Another backup of this installation is running.')
      await expect(backUp(appUrl)).rejects.toThrow('does not see the rows of all companies')
    })
  })

  it('fails with the reason when a file can be found and not be read', async () => {
    await expect(backUp(original.database.ownerUrl, { store: failing('EIO') })).rejects.toThrow(
      /^The file \d+\/[0-9a-f]{32}\.\w+ cannot be read \(EIO\)/,
    )
  })

  it('ends a restore that is stopped without a row', async () => {
    const { ownerUrl } = await emptyDatabase()
    const stopping = new AbortController()
    const report = () => stopping.abort(new Error('stopped'))

    await expect(restore(made.path, ownerUrl, { report, signal: stopping.signal })).rejects.toThrow('stopped')

    expect(await inDatabase(ownerUrl, (table) => table('companies').count())).toBe(0)
  })

  it('says when its folder is missing', async () => {
    const pathAt = () => join(folder, 'missing', 'a.backup')

    await expect(backUp(original.database.ownerUrl, { pathAt })).rejects.toThrow(
      `Backups cannot be written to ${join(folder, 'missing')} (ENOENT).`,
    )
  })

  it('leaves nothing when it is stopped, and the next one is made', async () => {
    const stopping = new AbortController()
    const path = join(folder, 'stopped.backup')
    const report = () => stopping.abort(new Error('stopped'))

    await expect(
      backUp(original.database.ownerUrl, { pathAt: () => path, report, signal: stopping.signal }),
    ).rejects.toThrow('stopped')

    await expect(readFile(`${path}.unfinished`)).rejects.toThrow('ENOENT')
    await expect(readFile(path)).rejects.toThrow('ENOENT')
    expect((await backUp(original.database.ownerUrl)).sizeBytes).toBeGreaterThan(1_000)
  })
})
