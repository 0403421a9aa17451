import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../../platform/database/migrate'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../platform/embedded-postgres/start-embedded-postgres'
import { loadSecrets, type Secrets } from '../../../platform/secrets'
import { testSettings } from '../../../platform/testing/database-server'
import type { TestDatabase } from '../../../platform/testing/test-database'
import { openOwnTestApp, type TestApp } from '../../../testing/test-app'

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
    settings: { ...testSettings, max_connections: '100', wal_level: 'logical' },
  })
  await migrate(server.ownerUrl, secrets)
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

/** Runs SQL as the owner, on a connection of its own. */
export async function onOwnConnection<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
