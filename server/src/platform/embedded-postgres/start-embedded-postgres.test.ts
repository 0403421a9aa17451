import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres'

const FIXTURE = fileURLToPath(new URL('hold-database.fixture.ts', import.meta.url))
const warnings: string[] = []
const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) }

/** A stopped database that was just made. Making one takes longer than copying it. */
let made: string
let folder: string
const running: EmbeddedPostgres[] = []
const products: ChildProcess[] = []

beforeAll(async () => {
  made = newFolder()
  folder = made
  const database = await start()
  await database.stop()
  running.length = 0
})

afterAll(() => rmSync(made, { recursive: true, force: true }))

beforeEach(() => {
  folder = newFolder()
  // By the system's own copy: for root, the files belong to another user, and must in the copy.
  execFileSync('cp', ['-a', `${made}/.`, folder])
})

afterEach(async () => {
  for (const product of products.splice(0)) product.kill('SIGKILL')
  for (const database of running.splice(0)) await database.stop()
  warnings.length = 0
  rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'balcao database '))
  chmodSync(path, 0o711)
  return path
}

async function start(ownerPassword = 'a-password', more: { stoppingPatienceMs?: number } = {}) {
  const database = await startEmbeddedPostgres({
    folder,
    ownerPassword,
    log,
    settings: { fsync: 'off' },
    ...more,
  })
  running.push(database)
  return database
}

async function startInProduct() {
  const product = spawn(process.execPath, ['--import', 'tsx', FIXTURE, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  products.push(product)
  const [line] = await once(createInterface(product.stdout), 'line')
  const started: { ownerUrl: string; adopted: boolean } = JSON.parse(line)
  return { product, ...started }
}

async function ask(ownerUrl: string, sql: string) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = () =>
  Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Copies owner and mode. */
function giveAsBefore(from: string, path: string): void {
  const { uid, gid, mode } = statSync(join(from, path))
  chownSync(join(folder, path), uid, gid)
  chmodSync(join(folder, path), mode)
}

describe('the embedded database', () => {
  test('is made in a folder with spaces, uses UTF-8, and has the extensions for search', async () => {
    folder = join(folder, 'new')
    mkdirSync(folder)
    const database = await start()

    const [row] = await ask(
      database.ownerUrl,
      `select current_database() as name, lower('ÇÃO') as lowered, current_setting('max_connections') as connections,
              (select string_agg(name, ' ' order by name) from pg_available_extensions
                where name in ('pg_trgm', 'unaccent', 'citext')) as extensions`,
    )

    expect(row).toEqual({
      name: 'balcao',
      lowered: 'ção',
      connections: '60',
      extensions: 'citext pg_trgm unaccent',
    })
  })

  test('keeps its rows over a stop, which may run twice and leaves no process', async () => {
    const first = await start()
    await ask(first.ownerUrl, 'create table kept as select 7 as number')
    const pid = postmasterPid()

    await first.stop()
    await first.stop()

    expect(isAlive(pid)).toBe(false)
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await ask(second.ownerUrl, 'select number from kept')).toEqual([{ number: 7 }])
  })

  test('A1 listens on loopback and its own socket only, and refuses a wrong password on both', async () => {
    const database = await start()

    const addresses = await ask(
      database.ownerUrl,
      `select current_setting('listen_addresses') as tcp, current_setting('unix_socket_directories') as unix,
         inet_client_addr() as from`,
    )

    const files = join(folder, 'postgres')
    expect(addresses).toEqual([{ tcp: '127.0.0.1', unix: `"${files}"`, from: null }])
    expect(statSync(files).mode & 0o077).toBe(0) // no other user may enter
    const stranger = database.ownerUrl.replace('a-password', 'another')
    await expect(ask(stranger, 'select 1')).rejects.toThrow('password authentication failed')
    const overLoopback = stranger.replace(/\?.*/, '')
    await expect(ask(overLoopback, 'select 1')).rejects.toThrow('password authentication failed')
  })

  test('in a folder whose path is too long for a socket it is reached over the loopback', async () => {
    folder = join(folder, 'a folder with quite a long name, as people have', 'and another one in it')
    mkdirSync(folder, { recursive: true })
    const database = await start()

    const found = await ask(database.ownerUrl, 'select host(inet_client_addr()) as from')

    expect(found).toEqual([{ from: '127.0.0.1' }])
  })

  test('starts without a socket where none is possible', async () => {
    const settings = { fsync: 'off', unix_socket_directories: '/nowhere' }
    const database = await startEmbeddedPostgres({ folder, ownerPassword: 'a-password', log, settings })
    running.push(database)

    const found = await ask(database.ownerUrl, 'select host(inet_client_addr()) as from')

    expect(found).toEqual([{ from: '127.0.0.1' }])
  })

  test('sockets left by a killed database are deleted by the next start', async () => {
    const killed = await startInProduct()
    killed.product.kill('SIGKILL')
    await once(killed.product, 'exit')
    process.kill(postmasterPid(), 'SIGKILL')
    await start()

    const names = readdirSync(join(folder, 'postgres')).filter((name) => name.startsWith('.s.PGSQL.'))

    expect(names).toHaveLength(2) // the socket and its lock
  })

  test('a database left running by a killed product is adopted with its rows', async () => {
    const before = await startInProduct()
    await ask(before.ownerUrl, 'create table kept as select 7 as number')

    before.product.kill('SIGKILL')
    await once(before.product, 'exit')
    const database = await start()

    expect(database.adopted).toBe(true)
    expect(await ask(database.ownerUrl, 'select number from kept')).toEqual([{ number: 7 }])
  })

  test('a database left running is adopted from a renamed folder', async () => {
    const before = await startInProduct()
    await ask(before.ownerUrl, 'create table kept as select 7 as number')
    before.product.kill('SIGKILL')
    await once(before.product, 'exit')
    renameSync(folder, `${folder} now`)
    folder = `${folder} now`

    const database = await start()

    expect(database.adopted).toBe(true)
    expect(await ask(database.ownerUrl, 'select number from kept')).toEqual([{ number: 7 }])
  })

  test('a database left running is not adopted from a copied folder, which gets its own', async () => {
    const before = await startInProduct()
    await ask(before.ownerUrl, 'create table kept as select 7 as number; checkpoint')
    before.product.kill('SIGKILL')
    await once(before.product, 'exit')
    const first = folder
    folder = `${first} copied`
    cpSync(first, folder, { recursive: true, filter: (path) => !path.includes('.s.PGSQL.') })
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) giveAsBefore(first, path)
    giveAsBefore(first, '')

    const copy = await start()
    await ask(copy.ownerUrl, 'update kept set number = 8')

    expect(copy.adopted).toBe(false)
    expect(await ask(before.ownerUrl, 'select number from kept')).toEqual([{ number: 7 }])
    await copy.stop()
    folder = first
    await start() // adopts the first, so that it is stopped
    rmSync(`${first} copied`, { recursive: true, force: true })
  })

  test.each(['first', 'adopted'])(
    'ends with a product that ends without stopping it (%s start)',
    async (kind) => {
      const killed = kind === 'adopted' ? await startInProduct() : undefined
      killed?.product.kill('SIGKILL')
      const { product } = await startInProduct()
      const pid = postmasterPid()

      product.kill('SIGUSR2')

      await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
    },
  )

  /** Kills the process of a connection: PostgreSQL ends all others and recovers. */
  async function killBackend(ownerUrl: string): Promise<void> {
    const client = new pg.Client({ connectionString: ownerUrl })
    const ended = new Promise((resolve) => client.once('end', resolve))
    client.on('error', () => undefined) // the killed connection ends
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid
    if (pid === undefined) throw new Error('the connection does not say its process')
    process.kill(pid, 'SIGKILL')
    await ended
  }

  test('one that hangs in its shutdown is killed by the next start', async () => {
    const before = await startInProduct()
    await ask(before.ownerUrl, 'create table kept as select 7 as number')
    const pid = postmasterPid()
    // Simulates the hang of PostgreSQL 18.4 when a shutdown meets its recovery: it waits for its checkpointer.
    const [checkpointer] = await ask(
      before.ownerUrl,
      `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
    )
    process.kill(checkpointer?.pid, 'SIGSTOP')
    process.kill(pid, 'SIGINT')
    before.product.kill('SIGKILL')

    const database = await start('a-password', { stoppingPatienceMs: 500 })

    expect(database.adopted).toBe(false)
    expect(postmasterPid()).not.toBe(pid)
    expect(await ask(database.ownerUrl, 'select number from kept')).toEqual([{ number: 7 }])
    expect(warnings).toEqual([expect.stringMatching(/has been shutting down .* It is killed now/)])
  })

  test.each(['SIGUSR2', 'SIGTERM'] as const)(
    'ends with a product that ends during its recovery (%s)',
    async (signal) => {
      const { product, ownerUrl } = await startInProduct()
      const pid = postmasterPid()
      await killBackend(ownerUrl)

      product.kill(signal)

      await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
    },
  )

  test('that of a running product is refused to a second one, and continues to serve the first', async () => {
    const first = await startInProduct()

    await expect(start()).rejects.toThrow(`Another Balcão is already running on the data folder ${folder}`)

    expect(await ask(first.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    first.product.kill('SIGTERM')
    await once(first.product, 'exit')
  })

  test('is not stopped by a product without its password', async () => {
    const first = await startInProduct()

    await expect(start('another-password')).rejects.toThrow('does not know the secrets of this start')

    expect(await ask(first.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    first.product.kill('SIGTERM')
    await once(first.product, 'exit')
  })

  test('reports when it is killed, and recovers its rows at the next start', async () => {
    const first = await start()
    await ask(first.ownerUrl, 'create table kept as select 7 as number')

    process.kill(postmasterPid(), 'SIGKILL')
    await first.lost
    running.pop()
    const second = await start()

    expect(second.adopted).toBe(false)
    expect(await ask(second.ownerUrl, 'select number from kept')).toEqual([{ number: 7 }])
  })

  test('starts although the process id in its old lock belongs to another process now', async () => {
    const first = await start()
    process.kill(postmasterPid(), 'SIGKILL')
    await first.lost
    running.pop()
    const lock = join(folder, 'postgres', 'postmaster.pid')
    const lines = readFileSync(lock, 'utf8').split('\n')
    writeFileSync(lock, [process.pid, ...lines.slice(1)].join('\n'))

    const second = await start()

    expect(second.adopted).toBe(false)
  })

  test('gets a new owner password when the secrets were lost', async () => {
    const first = await start()
    await ask(first.ownerUrl, 'create table kept as select 7 as number')
    await first.stop()

    const second = await start('a-new-one')

    expect(await ask(second.ownerUrl, 'select number from kept')).toEqual([{ number: 7 }])
  })

  test.runIf(process.getuid?.() === 0)(
    'started by root it refuses a folder that its user cannot enter',
    async () => {
      const closed = join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })

      const attempt = startEmbeddedPostgres({
        folder: join(closed, 'data'),
        ownerPassword: 'a-password',
        log,
      })

      await expect(attempt).rejects.toThrow(`who may not enter ${closed}. Set DATA_DIR to a folder`)
    },
  )

  test('refuses a data folder that cannot be created, with the remedy', async () => {
    const file = join(folder, 'a file')
    writeFileSync(file, '')

    const attempt = startEmbeddedPostgres({ folder: join(file, 'data'), ownerPassword: 'a-password', log })

    await expect(attempt).rejects.toThrow(`The data folder ${join(file, 'data')} cannot be made (ENOTDIR)`)
  })
})
