import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { choosePostgresAccount, spawnOptionsFor } from '../../server/src/platform/embedded-postgres/account'
import { startHaproxy } from '../../server/src/platform/testing/haproxy'
import { isOnDebian } from '../../server/src/platform/testing/install-on-debian'
import { accepts, freePort } from '../../server/src/platform/testing/loopback-port'
import { until } from './waiting'

/** A PostgreSQL of Debian with a synchronous standby, behind the HAProxy of `deploy/haproxy-postgres.cfg`. */
export interface PostgresPair {
  /** The owner's address, at the HAProxy. */
  readonly ownerUrl: string
  /** Stops the primary as its death would, and promotes the standby. Resolves when that takes writes. */
  failOver(): Promise<void>
  close(): Promise<void>
}

const owner = 'balcao_owner'
const oldestVersion = 15
const configuration = fileURLToPath(new URL('../../deploy/haproxy-postgres.cfg', import.meta.url))

/** Installs it on Debian, for root. */
export function hasPostgres(): boolean {
  return isOnDebian(() => programs() !== null, 'postgresql', true)
}

/** The folder of the newest PostgreSQL of Debian's packages. */
function programs(): string | null {
  const all = '/usr/lib/postgresql'
  const versions = existsSync(all) ? readdirSync(all).map(Number) : []
  const newest = Math.max(0, ...versions)
  return newest < oldestVersion ? null : `${all}/${newest}/bin`
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-postgres-'))
  const account = choosePostgresAccount()
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  const password = 'of-the-proof'
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const [primaryFiles, standbyFiles] = [join(folder, 'primary'), join(folder, 'standby')]

  await run('initdb', '-D', primaryFiles, '-U', owner, `--pwfile=${passwordFile}`, ...newCluster)
  const access = join(primaryFiles, 'pg_hba.conf')
  const checked = 'host postgres balcao_check 127.0.0.1/32 trust\n'
  await writeFile(access, `${checked}${readFileSync(access, 'utf8')}`)
  await appendFile(join(primaryFiles, 'postgresql.conf'), settings(folder))
  const primary = await begin(primaryFiles, primaryPort)
  await ask(primaryPort, 'create role balcao_check login')
  await ask(primaryPort, 'create database balcao')
  const source = `host=127.0.0.1 port=${primaryPort} user=${owner} password=${password} application_name=standby`
  await run('pg_basebackup', '-d', source, '-D', standbyFiles, '-R', '-X', 'stream', '-c', 'fast')
  const standby = await begin(standbyFiles, standbyPort)
  await ask(primaryPort, `alter system set synchronous_standby_names = 'standby'`)
  await ask(primaryPort, 'select pg_reload_conf()')
  await until('the standby is synchronous', async () => {
    const [row] = await ask<{ sync_state: string }>(primaryPort, 'select sync_state from pg_stat_replication')
    return row?.sync_state === 'sync'
  })

  const shipped = readFileSync(configuration, 'utf8')
  const front = await startHaproxy((address) =>
    shipped
      .replace('bind 127.0.0.1:5432', `bind ${address}`)
      .replace('server db1 db1:5432', `server db1 127.0.0.1:${primaryPort}`)
      .replace('server db2 db2:5432', `server db2 127.0.0.1:${standbyPort}`),
  )
  const frontPort = Number(new URL(`http://${front.address}`).port)
  // HAProxy takes a server for up until its first check, and alternates between those that are up.
  await until('HAProxy knows the standby', async () => {
    const asked = [frontPort, frontPort].map(isPrimary)
    return (await Promise.all(asked)).every(Boolean)
  })
  return {
    ownerUrl: `postgres://${owner}:${password}@${front.address}/balcao`,
    async failOver() {
      await end(primary, 'SIGQUIT') // "immediate": without a checkpoint, and without waiting for the standby
      await run('pg_ctl', 'promote', '-D', standbyFiles, '-w')
    },
    async close() {
      await front.close()
      await Promise.all([end(primary, 'SIGQUIT'), end(standby, 'SIGQUIT')])
      await rm(folder, { recursive: true })
    },
  }

  async function run(name: string, ...args: readonly string[]): Promise<void> {
    await promisify(execFile)(join(programs() ?? '', name), args, spawnOptionsFor(account))
  }

  async function begin(files: string, port: number): Promise<ChildProcess> {
    const child = spawn(join(programs() ?? '', 'postgres'), ['-D', files, '-p', String(port)], {
      ...spawnOptionsFor(account),
      stdio: 'ignore',
    })
    process.once('exit', () => child.kill('SIGQUIT'))
    await until('PostgreSQL answers', async () => (await accepts(port)) && isUp(port))
    return child
  }

  async function isUp(port: number): Promise<boolean> {
    return ask(port, 'select').then(
      () => true,
      () => false,
    )
  }

  async function isPrimary(port: number): Promise<boolean> {
    const asked = ask<{ follows: boolean }>(port, 'select pg_is_in_recovery() as follows')
    return asked.then(
      ([row]) => row?.follows === false,
      () => false,
    )
  }

  async function ask<Row>(port: number, sql: string): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: `postgres://${owner}:${password}@127.0.0.1:${port}/postgres`,
    })
    client.on('error', () => undefined) // the failing statement reports it
    await client.connect()
    try {
      return (await client.query(sql)).rows as Row[] // the caller names the columns
    } finally {
      await client.end()
    }
  }
}

const newCluster = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions']

function settings(folder: string): string {
  return `
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
max_connections = 300
wal_keep_size = '256MB'
`
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
