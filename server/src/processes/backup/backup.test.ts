import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { listContacts } from '@balcao/contract/contacts'
import { listMessages } from '@balcao/contract/messages'
import { listPrompts } from '@balcao/contract/prompts'
import { createQuickMessage } from '@balcao/contract/quick-messages'
import { getTicket, listTickets } from '@balcao/contract/tickets'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  applyMigrationsToEmptyDatabase,
  migrate,
  migrationNames,
  thisRelease,
} from '../../platform/database/migrate'
import { type FileKey, isFileKey } from '../../platform/files/file-store'
import * as samples from '../../platform/files/sample-files.fixture'
import { loadSecrets, type Secrets, transferableSecrets } from '../../platform/secrets'
import { makeBareCompanies } from '../../platform/testing/bare-companies'
import { rolePasswords } from '../../platform/testing/database-server'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../platform/testing/test-database'
import { aFullCompany, type FullCompany } from '../../testing/full-company'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { type BackupLoadParameters, loadBackup } from './load-backup'
import { openSealedFile } from './sealed-file'
import { backupTablesOf } from './tables'
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
  await original.rows(
    'update contacts set picture_key = case id when $1 then $2 else $3 end where company_id = $4',
    [shop.contactId, fileKey, lost, shop.company.id],
  )
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
async function restore(path: string, ownerUrl: string, change: Partial<BackupLoadParameters> = {}) {
  const backup = await openSealedFile(path, passphrase)
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

async function connected(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  return client
}

/** What a restore sets to its own time. */
const restarted = ['outbox.begun_at', 'tickets.last_at', 'tickets.unqueued_since']

/** Each table with the number of its rows and a hash of all of them. */
async function rowsOf(ownerUrl: string): Promise<Record<string, string>> {
  const client = await connected(ownerUrl)
  try {
    const prints: Record<string, string> = {}
    for (const { schema, name, columns } of await backupTablesOf(client)) {
      const compared = columns.filter((column) => !restarted.includes(`${name}.${column}`))
      const row = `row(${compared.map((column) => `"${column}"`).join(', ')})::text`
      const { rows } = await client.query(
        `select count(*) || ' ' || md5(coalesce(string_agg(${row}, '' order by ${row}), '')) as print from ${schema}.${name}`,
      )
      prints[`${schema}.${name}`] = rows[0].print
    }
    const { rows } = await client.query(
      `select sequencename || ' ' || coalesce(last_value, 0) || ' ' || max_value as print from pg_sequences
       where sequencename not in ('nodes_id_seq') order by 1`,
    )
    return { ...prints, sequences: rows.map(({ print }) => print).join('\n') }
  } finally {
    await client.end()
  }
}

describe('a backup, restored into another database', () => {
  it('has every row of every table, and the sequences go on', async () => {
    const database = await emptyDatabase()

    const { sums } = await restore(made.path, database.ownerUrl, { takeSecrets: () => undefined })

    const [before, after] = [await rowsOf(original.database.ownerUrl), await rowsOf(database.ownerUrl)]
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
    const stateIn = async ({ ownerUrl }: TestDatabase) => {
      const client = await connected(ownerUrl)
      const { rows } = await client.query(`
        select array(select distinct w.desired_state || ' ' || w.status || ' ' || coalesce(w.cause, '') from connections w)
            as numbers,
          (select count(*)::int from webhooks where is_active) as webhooks, (select count(*)::int from nodes) as nodes,
          (select count(*)::int from graphile_worker.jobs where task_identifier = 'billing.mailInvoice') as mails`)
      await client.end()
      return rows[0]
    }

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
    const client = await connected(source.ownerUrl)
    await makeBareCompanies(client, ['Loja'])
    await client.query(`
      insert into connections (company_id, name, created_at, updated_at, status_since) values (1, 'Loja', now(), now(), now());
      insert into contacts (company_id, uuid, name, name_source, created_at, updated_at) values (1, gen_random_uuid(), 'Rosa', 'typed', now(), now());
      insert into schedules (company_id, contact_id, body, send_at, due_at, created_at, updated_at)
        select 1, 1, 'Oi', at::timestamptz, at::timestamptz, now(), now()
        from unnest(array['2026-11-20T11:59Z', '2026-11-20T12:01Z']) as at;
      insert into campaigns (company_id, name, messages, confirmation_messages, status, confirmation, scheduled_at, created_at, updated_at)
        select 1, status || at, array_fill('Oi'::text, '{5}'), array_fill(''::text, '{5}'), status, false, at::timestamptz, now(), now()
        from (values ('EM_ANDAMENTO', '2026-11-01'), ('PROGRAMADA', '2026-11-19'), ('PROGRAMADA', '2026-12-01'), ('FINALIZADA', '2026-11-01'))
          as c (status, at)`)
    await client.end()

    await restore((await backUp(source.ownerUrl)).path, target.ownerUrl, {
      now: new Date('2026-11-20T12:00Z'),
    })

    const copy = await connected(target.ownerUrl)
    const schedules = await copy.query('select status, failure from schedules order by id')
    const campaigns = await copy.query('select status from campaigns order by id')
    await copy.end()
    expect(schedules.rows).toEqual([
      { status: 'ERRO', failure: 'ERR_SENDING_WAPP_MSG' },
      { status: 'PENDENTE', failure: null },
    ])
    expect(campaigns.rows.map(({ status }) => status)).toEqual([
      'CANCELADA',
      'CANCELADA',
      'PROGRAMADA',
      'FINALIZADA',
    ])
  })

  it('lets the times begin anew after which tickets are closed or moved', async () => {
    const [source, target] = [await emptyDatabase(createTestDatabase), await emptyDatabase()]
    const client = await connected(source.ownerUrl)
    await makeBareCompanies(client, ['Loja'])
    await client.query(`
      insert into connections (company_id, name, expires_ticket, created_at, updated_at, status_since)
        values (1, 'Loja', 30, now(), now(), now()), (1, 'Sem prazo', 0, now(), now(), now());
      insert into contacts (company_id, uuid, name, name_source, created_at, updated_at)
        select 1, gen_random_uuid(), 'Rosa ' || n, 'typed', now(), now() from generate_series(1, 4) as n;
      insert into tickets
        (company_id, uuid, contact_id, connection_id, status, is_group, last_message_from_me, created_at, last_at)
        select 1, gen_random_uuid(), n, connection, status, false, from_me, '2026-11-01Z', '2026-11-01Z'
        from (values (1, 1, 'open', true), (2, 1, 'open', false), (3, 2, 'open', true), (4, 1, 'pending', false))
          as t (n, connection, status, from_me)`)
    await client.end()
    const now = new Date('2026-11-20T12:00Z')

    await restore((await backUp(source.ownerUrl)).path, target.ownerUrl, { now })

    const copy = await connected(target.ownerUrl)
    const { rows } = await copy.query('select last_at, unqueued_since from tickets order by id')
    await copy.end()
    const before = new Date('2026-11-01Z')
    expect(rows).toEqual([
      { last_at: now, unqueued_since: null },
      { last_at: before, unqueued_since: null },
      { last_at: before, unqueued_since: null },
      { last_at: before, unqueued_since: now },
    ])
  })

  it('does not serve a company that was leaving for another cell', async () => {
    const target = await emptyDatabase()
    const { id } = shop.company
    await original.rows(`insert into company_moves values ($1, 'leaving', now())`, [id])
    const { path } = await backUp(original.database.ownerUrl)
    await original.rows('delete from company_moves')

    const { leavingCompanies } = await restore(path, target.ownerUrl)

    expect(leavingCompanies).toEqual([id])
    const copy = await connected(target.ownerUrl)
    onTestFinished(() => copy.end())
    await copy.query('set role balcao_platform')
    const served = await copy.query('select id from companies where id = any ($1)', [[id, other.company.id]])
    expect(served.rows).toEqual([{ id: other.company.id }])
    await copy.query(`set role balcao_app; set app.company_id = ${id}`)
    await expect(copy.query('select from tickets')).rejects.toThrow(`company ${id} is in another cell`)
  })
})

describe('a backup of another version', () => {
  it('of an earlier one is migrated', async () => {
    const [source, target] = [await emptyDatabase(), await emptyDatabase()]
    const all = await migrationNames(thisRelease)
    await applyMigrationsToEmptyDatabase(source.ownerUrl, all.slice(0, -4))
    const client = await connected(source.ownerUrl)
    await makeBareCompanies(client, ['Padaria', 'Farmácia'])
    await client.end()

    await restore((await backUp(source.ownerUrl)).path, target.ownerUrl)

    const copy = await connected(target.ownerUrl)
    const companies = await copy.query('select name from companies order by id')
    const migrations = await copy.query('select name from schema_migrations order by name')
    const functions = await copy.query('select count(*)::int as count from schema_functions')
    await copy.end()
    expect(companies.rows.map(({ name }) => name)).toEqual(['Padaria', 'Farmácia'])
    expect(migrations.rows.map(({ name }) => name)).toEqual(all)
    expect(functions.rows[0].count).toBeGreaterThan(5)
  })

  it('is refused where later migrations have made the tables', async () => {
    const [source, target] = [await emptyDatabase(), await emptyDatabase(createTestDatabase)]
    const all = await migrationNames(thisRelease)
    await applyMigrationsToEmptyDatabase(source.ownerUrl, all.slice(0, -1))

    await expect(restore((await backUp(source.ownerUrl)).path, target.ownerUrl)).rejects.toThrow(
      `The database has tables of ${all.at(-1)}, which the backup does not have. Restore into a new database.`,
    )
  })

  it('of an installation from before the baseline names only migrations that are left', async () => {
    const [source, target] = [await emptyDatabase(createTestDatabase), await emptyDatabase()]
    const client = await connected(source.ownerUrl)
    await client.query(`
      insert into schema_migrations (name, run_at)
        values ('0002-companies-and-people.sql', '2026-01-01'), ('0100-field-names.sql', '2026-02-01')`)
    await client.end()

    const { sums } = await restore((await backUp(source.ownerUrl)).path, target.ownerUrl)

    expect(sums.tables).toBeGreaterThan(70)
  })

  it('of a later one is refused, and changes nothing', async () => {
    const [source, target] = [await emptyDatabase(createTestDatabase), await emptyDatabase()]
    const client = await connected(source.ownerUrl)
    await client.query(`insert into schema_migrations (name) values ('9999-later.sql')`)
    await client.end()
    const { path } = await backUp(source.ownerUrl)

    await expect(restore(path, target.ownerUrl)).rejects.toThrow(
      /made this backup with 9999-later.sql, which Balcão .* does not know. Restore it with .* or later/,
    )

    const copy = await connected(target.ownerUrl)
    const { rows } = await copy.query(`select to_regclass('schema_migrations') as there`)
    await copy.end()
    expect(rows).toEqual([{ there: null }])
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
    const companies = async () => {
      const client = await connected(ownerUrl)
      const { rows } = await client.query('select count(*)::int as count from companies')
      await client.end()
      return rows[0].count
    }

    await expect(restore(cut, ownerUrl)).rejects.toThrow('is cut off at byte')
    await expect(restore(changed, ownerUrl)).rejects.toThrow('is altered')
    const afterwards = await companies()
    await expect(migrate(ownerUrl)).rejects.toThrow('The restore into this database is not finished')
    await restore(made.path, ownerUrl)
    await migrate(ownerUrl)

    expect(afterwards).toBe(0)
    expect(await companies()).toBe(2)
  })
})

describe('making a backup', () => {
  it('is refused while another one is made, and to a user who does not see all rows', async () => {
    const { ownerUrl, appUrl } = original.database
    const client = await connected(ownerUrl)
    await client.query('select pg_advisory_lock(7208, 1)')

    await expect(backUp(ownerUrl)).rejects.toThrow('Another backup of this installation is running.')
    await expect(backUp(appUrl)).rejects.toThrow('does not see the rows of all companies')
    await client.end()
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

    const client = await connected(ownerUrl)
    const { rows } = await client.query('select from companies')
    await client.end()
    expect(rows).toEqual([])
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
