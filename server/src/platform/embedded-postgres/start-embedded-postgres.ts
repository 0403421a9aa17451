import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { claimDatabase, type DatabaseClaim, type DatabaseClaimKind } from '../cluster/database-claim'
import { withDatabaseClient } from '../database/with-client'
import { StartUpProblem, systemOrDatabaseErrorCode } from '../fatal'
import {
  createPostgresCluster,
  DATABASE_OWNER_ROLE,
  locatePostgresCluster,
  type PostgresCluster,
  resetDatabaseOwnerPassword,
} from './cluster'
import {
  type DatabaseAddress,
  isPostmasterStopping,
  killOnProcessExit,
  killPostmaster,
  type PostgresSettings,
  readLastPostgresLogLine,
  runningDatabaseAddress,
  runningPostmasterPid,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster'
import { findUsablePostgresProgram, type PostgresProgram } from './program'

export interface EmbeddedPostgres extends Pick<DatabaseClaim, 'connection'> {
  /** For migrations and maintenance only: the owner bypasses row security. */
  readonly ownerUrl: string
  /** True: the database was already running, left by a killed product. */
  readonly adopted: boolean
  /** True: the secrets with which the database was created are lost, and this start has generated new ones. */
  readonly hasNewSecrets: boolean
  /** Resolves when the database is lost without `stop` or `release`. */
  readonly lost: Promise<void>
  /** Ends the claim on the database and leaves it running. */
  release(): Promise<void>
  /** Stops the database and ends the claim. Further calls return the same promise. */
  stop(): Promise<void>
}

interface Start {
  /** The absolute path of the data folder; the database is in its subfolder `postgres`. */
  folder: string
  ownerPassword: string
  log: { info(message: string): void; warn(message: string): void }
  /** Which processes may use the database; default: only this one. */
  claim?: DatabaseClaimKind
  /** Overrides of PostgreSQL's settings, such as `fsync: 'off'` for tests. */
  settings?: PostgresSettings
  /** How long a database may take to shut down before the start kills it; default: half a minute. */
  stoppingPatienceMs?: number
}

const DATABASE = 'balcao'
// The time limit of a start. Recovery after a power failure replays the write-ahead log, which may take a while.
const TIMEOUT_MS = 120_000
/** After this time a shutdown is killed. That of PostgreSQL 18.4 never ends if it begins during a recovery. */
const STOP_TIMEOUT_MS = 30_000
/** After this time without an answer the database counts as frozen, although it accepted the connection. */
const ANSWER_TIMEOUT_MS = 5_000
/**
 * After this many failed starts the database starts without a Unix socket, which some file systems do not support. A
 * single start may fail for another reason.
 */
const SOCKET_TRIES = 2

/** Creates a database at first use, adopts one left by a killed product, and recovers one that was killed. */
export async function startEmbeddedPostgres(start: Start): Promise<EmbeddedPostgres> {
  const cluster = locatePostgresCluster(start.folder)
  const program = findUsablePostgresProgram(start.folder, cluster.account)
  createPostgresCluster(cluster, program, start.ownerPassword, start.settings?.fsync !== 'off')

  const { address, adopted, hasNewSecrets } = await runAndMakeDatabase(cluster, program, start)
  const ownerUrl = urlOf(address, start.ownerPassword, DATABASE)
  const claim = await claimDatabase(
    ownerUrl,
    `Another Balcão is already running on the data folder ${start.folder}. Stop it, or set DATA_DIR to another folder.`,
    start.claim,
  )
  if (adopted) {
    start.log.info('took over the database that was running already')
    const pid = runningPostmasterPid(cluster)
    if (pid !== undefined) void claim.ended.then(killOnProcessExit(pid))
  }

  let stopping: Promise<void> | undefined
  const stop = async () => {
    await claim.release()
    // A database that is recovering answers no connection, and its fast stop would never end.
    const mode = (await answers(address, start.ownerPassword)) ? 'fast' : 'immediate'
    await stopPostmaster(cluster, program, mode)
  }
  return {
    ownerUrl,
    connection: claim.connection,
    adopted,
    hasNewSecrets,
    lost: claim.lost,
    release: claim.release,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

async function runAndMakeDatabase(cluster: PostgresCluster, program: PostgresProgram, start: Start) {
  const running = await ensureRunning(cluster, program, start)
  try {
    await makeDatabase(urlOf(running.address, start.ownerPassword, 'postgres'))
    return { ...running, hasNewSecrets: false }
  } catch (error) {
    if (systemOrDatabaseErrorCode(error) !== WRONG_PASSWORD) throw error
    if (running.adopted) throw foreignDatabase(cluster)
    start.log.info(
      'the secrets of this data folder are new: giving the owner of the database its new password',
    )
    await stopPostmaster(cluster, program, 'fast')
    resetDatabaseOwnerPassword(cluster, program, start.ownerPassword)
    const again = await ensureRunning(cluster, program, start)
    await makeDatabase(urlOf(again.address, start.ownerPassword, 'postgres'))
    return { ...again, hasNewSecrets: true }
  }
}

// The error for a running database with another password. It is not stopped, because another product may use it.
function foreignDatabase(cluster: PostgresCluster): StartUpProblem {
  const pid = runningPostmasterPid(cluster)
  return new StartUpProblem(
    `The database that runs on ${cluster.folder} (process ${pid}) does not know the secrets of this start. ` +
      'Stop the Balcão that uses it; if none does, stop that process; or bring back the secrets.json it was made with.',
  )
}

const WRONG_PASSWORD = '28P01'

// Repeats until the database answers, because it may be running, stopping, starting or absent, its port may be taken,
// and processes of a killed one may remain.
async function ensureRunning(cluster: PostgresCluster, program: PostgresProgram, start: Start) {
  const deadline = performance.now() + TIMEOUT_MS
  let failures = 0
  let stoppingSince: number | undefined
  while (true) {
    stoppingSince = isPostmasterStopping(cluster) ? (stoppingSince ?? performance.now()) : undefined
    const patienceMs = start.stoppingPatienceMs ?? STOP_TIMEOUT_MS
    if (stoppingSince !== undefined && performance.now() - stoppingSince > patienceMs) {
      start.log.warn(
        `The database in ${cluster.folder} (process ${runningPostmasterPid(cluster)}) has been shutting down for ${Math.round(patienceMs / 1000)} s and does not end. ` +
          'It is killed now; the next one recovers all that was committed.',
      )
      await killPostmaster(cluster)
    }
    const left = runningDatabaseAddress(cluster)
    if (left !== undefined && (await answers(left, start.ownerPassword)))
      return { address: left, adopted: true }
    if (left === undefined) {
      // Some file systems of mounted container folders support no sockets, so later attempts use none.
      const address = await startOnce(cluster, program, start, deadline, failures < SOCKET_TRIES)
      if (address !== undefined) return { address, adopted: false }
      failures += 1
    }
    if (failures > 50 || performance.now() > deadline) {
      throw new StartUpProblem(
        `The database in ${cluster.folder} does not start: ${readLastPostgresLogLine(cluster)} (see ${cluster.logFile})`,
      )
    }
    await pause(100)
  }
}

/** Starts the database once and waits for its answer. Undefined: it ended before it answered. */
async function startOnce(
  cluster: PostgresCluster,
  program: PostgresProgram,
  start: Start,
  deadline: number,
  withSocket: boolean,
): Promise<DatabaseAddress | undefined> {
  const settings = start.settings ?? {}
  const { process: child, address } = await spawnPostmaster(cluster, program, settings, withSocket)
  let ended = false
  child.once('error', () => {
    ended = true
  })
  child.once('exit', () => {
    ended = true
  })
  while (!ended && performance.now() < deadline) {
    const isOurs = runningDatabaseAddress(cluster)?.port === address.port
    if (isOurs && (await answers(address, start.ownerPassword))) return address
    await pause(20)
  }
  return undefined
}

// Whether the database answers. A refused password counts: the database listens and has finished its recovery.
async function answers(address: DatabaseAddress, password: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: urlOf(address, password, 'postgres'),
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
  })
  client.on('error', () => undefined) // `connect` rejects with the same error
  try {
    await client.connect()
    return true
  } catch (error) {
    return systemOrDatabaseErrorCode(error) === WRONG_PASSWORD
  } finally {
    await client.end().catch(() => undefined) // `end` may fail, because the client may never have connected
  }
}

async function makeDatabase(url: string): Promise<void> {
  await withDatabaseClient(url, 'balcao', async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  })
}

function urlOf({ port, socketFolder }: DatabaseAddress, password: string, database: string): string {
  const socket = socketFolder === undefined ? '' : `?host=${encodeURIComponent(socketFolder)}`
  return `postgres://${DATABASE_OWNER_ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}${socket}`
}
