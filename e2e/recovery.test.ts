import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@balcao/server/src/platform/embedded-postgres/start-embedded-postgres'
import { loadSecrets } from '@balcao/server/src/platform/secrets'
import { until } from '@balcao/server/src/testing/until'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endConnections } from '../server/src/testing/database-connections'
import { emptyFolderWithSecretsOf, folderToBeginWith } from './src/migrated-folder'
import { holdMigrationLock } from './src/product-rows'

const main = fileURLToPath(new URL('../tools/run-product.mjs', import.meta.url))
const admin = { email: 'admin@example.com', password: 'uma senha longa' }
const patienceMs = 120_000

let folder: string
let product: Product
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  folder = await newFolder()
  product = await startProduct({ DATA_DIR: folder })
})
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function newFolder(): Promise<string> {
  const made = await folderToBeginWith()
  ends.push(async () => rmSync(made, { recursive: true, force: true }))
  return made
}

interface Product {
  readonly process: ChildProcess
  readonly url: string
  /** The number of times that it has reported that it is ready. */
  starts(): number
}

/** The product as a process of its own, as `npm start` runs it. */
async function startProduct(environment: Record<string, string>): Promise<Product> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [main], {
    env: {
      ...inherited,
      PORT: '0',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ends.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  let starts = 0
  let port = ''
  createInterface(child.stdout).on('line', (line) => {
    const found = /^Balcão is ready at http:\/\/[^:]+:(\d+)/.exec(line)?.[1]
    if (found === undefined) return
    starts += 1
    port = found
  })
  await until('the product is ready', () => starts > 0 || child.exitCode !== null, patienceMs)
  if (starts === 0) throw new Error(`the product ended with ${child.exitCode} before it was ready`)
  return { process: child, url: `http://127.0.0.1:${port}`, starts: () => starts }
}

/** The processes of the database in this folder: its postmaster first. \`backend\` serves the product. */
function databasePids(data: string): { postmaster: number; all: number[]; backend: number | undefined } {
  const postmaster = Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const children = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => Number(parent) === postmaster)
  const backend = children.find((words) => words.includes('balcao_app') || words.includes('balcao_platform'))
  return {
    postmaster,
    all: [postmaster, ...children.map(([pid]) => Number(pid))],
    backend: backend && Number(backend[0]),
  }
}

/** Kills one process. Waits until there is one: the signal to process 0 would end the tests' own group. */
async function kill(data: string, victim: 'backend' | 'postmaster'): Promise<void> {
  let pid: number | undefined
  await until('there is a process to kill', () => {
    pid = databasePids(data)[victim]
    return pid !== undefined && pid > 1
  })
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

/** Leaves out those that have ended: a worker of autovacuum lives for a moment. */
function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
}

async function health(url: string): Promise<[status: number, body: unknown]> {
  const answer = await fetch(`${url}/health`)
  return [answer.status, await answer.json()]
}

async function signsIn(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  }).catch(() => null) // the server does not listen for a moment
  return answer?.status === 200
}

test.each(['backend', 'postmaster'] as const)(
  'a killed %s of the embedded database: the product continues and works again',
  async (victim) => {
    const before = product.starts()
    await signsIn(product.url)

    await kill(folder, victim)

    await until('it has started again', () => product.starts() === before + 1, patienceMs)
    expect(await signsIn(product.url)).toBe(true)
    expect(await health(product.url)).toEqual([200, { status: 'ok' }])
    expect([product.process.exitCode, product.process.signalCode]).toEqual([null, null])
  },
)

async function productOnServer() {
  const elsewhere = await newFolder()
  const log = { info: () => undefined, warn: () => undefined }
  const { databaseOwnerPassword: ownerPassword } = loadSecrets(elsewhere, {})
  const server = await startEmbeddedPostgres({ folder: elsewhere, ownerPassword, log })
  ends.push(() => server.stop())
  await server.release()
  const DATA_DIR = await emptyFolderWithSecretsOf(elsewhere)
  const onServer = await startProduct({ DATA_DIR, DATABASE_URL: server.ownerUrl })
  await signsIn(onServer.url)
  return { onServer, elsewhere, ownerUrl: server.ownerUrl }
}

test('a killed backend of an external database: the product continues and works again', async () => {
  const { onServer, elsewhere } = await productOnServer()

  await kill(elsewhere, 'backend')

  await until('it has started again', () => onServer.starts() === 2, patienceMs)
  expect(await signsIn(onServer.url)).toBe(true)
  expect([onServer.process.exitCode, onServer.process.signalCode]).toEqual([null, null])
})

test('after a loss the product does not wait for the lock of migrations, since nothing has changed', async () => {
  const { onServer, ownerUrl } = await productOnServer()
  const other = new pg.Client({ connectionString: ownerUrl })
  await other.connect()
  ends.push(() => other.end())
  await holdMigrationLock(other)

  await endConnections(other, 'balcao')

  await until('it has started again', () => onServer.starts() === 2, patienceMs)
  expect(await signsIn(onServer.url)).toBe(true)
})

test('GET /health answers 503 while the database is stopped, and 200 when it continues', async () => {
  const before = product.starts()
  await until('it is healthy', async () => (await health(product.url))[0] === 200)
  const { all } = databasePids(folder)

  try {
    signalAll(all, 'SIGSTOP')
    await until('it is not healthy', async () => (await health(product.url))[0] !== 200)
    const answers = await Promise.all([health(product.url), health(product.url)])
    expect(answers).toEqual(
      Array(2).fill([503, { error: 'ERR_DATABASE_UNAVAILABLE', message: expect.any(String) }]),
    )
  } finally {
    signalAll(all, 'SIGCONT')
  }

  await until('it is healthy again', async () => (await health(product.url))[0] === 200)
  expect(product.starts()).toBe(before)
})
