import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '../../../platform/database/migrate'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../platform/embedded-postgres/start-embedded-postgres'
import { loadSecrets, type Secrets } from '../../../platform/secrets'
import { testSettings } from '../../../platform/testing/database-server'
import type { TestDatabase } from '../../../platform/testing/test-database'
import { openOwnTestApp, type Person, type TestApp } from '../../../testing/test-app'

/** Two cells: each has a PostgreSQL server and an app of its own, and both have the same secrets. */
export interface TwoCells {
  readonly a: TestApp
  readonly b: TestApp
  close(): Promise<void>
}

/** Company ids of cell B begin here; all other ids begin with 1 in both. */
const firstIdOfB = 10_000_000

export async function openTwoCells(): Promise<TwoCells> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-cells-'))
  await chmod(folder, 0o711) // the database's user must be able to enter when root runs the tests
  const secrets = loadSecrets(folder, {})
  const servers = await Promise.all(['a', 'b'].map((name) => startServer(join(folder, name), secrets)))
  const [a, b] = await Promise.all(
    servers.map(({ ownerUrl }) =>
      openOwnTestApp({ cell: { database: databaseOf(ownerUrl, secrets), secrets } }),
    ),
  )
  if (a === undefined || b === undefined) throw new Error('there are two servers')
  await b.rows(`alter sequence companies_id_seq restart ${firstIdOfB}`)
  return {
    a,
    b,
    async close() {
      await Promise.all([a.close(), b.close()])
      await Promise.all(servers.map((server) => server.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startServer(folder: string, secrets: Secrets): Promise<EmbeddedPostgres> {
  await mkdir(folder, { mode: 0o711 })
  const server = await startEmbeddedPostgres({
    folder,
    ownerPassword: secrets.databaseOwnerPassword,
    log: { info: () => undefined, warn: () => undefined },
    settings: {
      ...testSettings,
      max_connections: '100',
      wal_level: 'logical',
      // Tables are copied side by side; by default two are.
      max_sync_workers_per_subscription: '6',
      max_logical_replication_workers: '8',
      max_worker_processes: '12',
    },
  })
  await migrateDatabase(server.ownerUrl, secrets)
  return server
}

function databaseOf(ownerUrl: string, secrets: Secrets): TestDatabase {
  const as = (role: string, password: string) => {
    const url = new URL(ownerUrl)
    url.username = role
    url.password = password
    return url.href
  }
  return {
    name: 'balcao',
    ownerUrl,
    appUrl: as('balcao_app', secrets.databaseAppPassword),
    platformUrl: as('balcao_platform', secrets.databasePlatformPassword),
    drop: async () => undefined, // goes with its server
  }
}

/** A call of the product by a program, with the token of a person of either cell. */
export async function callAs(
  testApp: TestApp,
  { token }: Pick<Person, 'token'>,
  url: string,
  body?: object,
): Promise<{ status: number; error: string | undefined; retryAfter: string | undefined }> {
  const answer = await testApp.app.http.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body }),
  })
  const retryAfter = answer.headers['retry-after']
  return { status: answer.statusCode, error: answer.json().error, retryAfter: retryAfter?.toString() }
}

/** Adds messages of the customer to the ticket, as an import would. */
export async function addMessages(testApp: TestApp, ticketId: number, count: number): Promise<void> {
  await testApp.rows(
    `insert into messages (${await columnsBut(testApp, 'messages', ['id', 'whatsapp_id', 'body', 'body_plain', 'client_id'])},
       whatsapp_id, body)
     select ${await columnsBut(testApp, 'messages', ['id', 'whatsapp_id', 'body', 'body_plain', 'client_id'])},
       'BULK' || n, 'Mensagem ' || n || repeat(' com mais palavras', (n % 9)::int)
     from (select * from messages where ticket_id = $1 order by id limit 1) as m, generate_series(1, $2::int) as n`,
    [ticketId, count],
  )
}

async function columnsBut(testApp: TestApp, table: string, others: readonly string[]): Promise<string> {
  const rows = await testApp.rows<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> all ($2) order by attnum`,
    [table, others],
  )
  return rows.map(({ name }) => name).join(', ')
}

/** Changes the queues of the company as no act can: the cell that they are copied to lets none write them. */
export async function changeCopiedQueues({ rows }: TestApp, companyId: number): Promise<void> {
  await rows(
    `with changed as (select set_config('session_replication_role', 'replica', false))
     update queues set color = '#000001' from changed where company_id = $1`,
    [companyId],
  )
}

/** What a move has left in a cell besides the state `moved`: what replicates, its state, and its mark. */
export async function leftoversOfMove({ rows }: TestApp, companyId: number): Promise<unknown[]> {
  return rows(
    `select pubname::text as what from pg_publication
     union all select subname from pg_subscription
     union all select slot_name from pg_replication_slots
     union all select state from company_moves where company = $1 and state <> 'moved'
     union all select mark::text from company_move_marks`,
    [companyId],
  )
}
