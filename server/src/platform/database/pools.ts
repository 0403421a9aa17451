import { availableParallelism } from 'node:os'
import type { CompanyId } from '@balcao/domain/ids'
import pg from 'pg'
import { type Metrics, measureFairQueue } from '../metrics'
import { DatabaseTrouble, databaseTroubleIn, isStaleQueryPlanError } from './database-trouble'
import type { CompanyDb, PlatformDb } from './db'
import { type ActRank, createFairQueue } from './fair-queue'
import { type DatabasePool, openDatabasePool } from './pool'
import type { GroupedStatement } from './statement-group'
import { createDb, createReadDb, createStatementQueue, type StatementQueue } from './statement-queue'

/** PostgreSQL's bigint becomes a number, because ids are far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
/** A date of PostgreSQL stays a text, such as `2026-11-20`, because it has no time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/**
 * The database connections of this process, with two roles. The application role is under row security; the platform
 * role runs the few transactions over all companies.
 */
export interface DatabasePools {
  /** Runs the act when the company gets a slot. The act must not wait for another: both may need the last slot. */
  inCompany<T>(companyId: CompanyId, rank: ActRank, act: (db: CompanyDb) => Promise<T>): Promise<T>
  /** Runs a read-only act without BEGIN and COMMIT. All queries of one tick of the event loop share a round trip. */
  readCompany<T>(companyId: CompanyId, read: (db: CompanyDb) => Promise<T>): Promise<T>
  onPlatform<T>(act: (db: PlatformDb) => Promise<T>): Promise<T>
  /** Resolves when the database answers on a connection that only health probes use. */
  probe(): Promise<void>
  /** Ends every connection at once, also those in use: the database is lost, and no act may commit any more. */
  cut(): void
  close(): Promise<void>
}

export interface DatabasePoolSettings {
  readonly app: string
  readonly platform: string
  /** The number of connections of the application role. */
  readonly size: number
  readonly times?: StatementTimeouts
  readonly onError: (error: Error) => void
  readonly metrics?: Metrics | null
}

/** The milliseconds that a statement may take, for acts of persons and of the system. Reads have a person's limit. */
export type StatementTimeouts = Readonly<Record<ActRank, number>>
export const statementTimeouts: StatementTimeouts = { person: 60_000, system: 600_000 }

/** The number of connections of the platform role, which sign-ins, clean-ups and acts over all companies share. */
export const platformPoolSize = 2

/** One company uses at most six of ten connections, so that the others always find one. */
const shareOfOneCompany = 0.6

export function openDatabasePools(addresses: DatabasePoolSettings): DatabasePools {
  const { app, platform, size, times = statementTimeouts, onError, metrics = null } = addresses
  const open = (connectionString: string, max: number, name: string, more: pg.PoolConfig = {}) =>
    // Pipelining: statements that do not await each other share a round trip, the largest cost of a short
    // transaction.
    openDatabasePool({ connectionString, max, application_name: name, ...pipelined, ...more }, onError)
  const appPool = open(app, size, 'balcao', { statement_timeout: times.person })
  const platformPool = open(platform, platformPoolSize, 'balcao platform')
  const probePool = open(platform, 1, 'balcao health')
  const pools = [appPool, platformPool, probePool]
  const perCompany = Math.ceil(size * shareOfOneCompany)
  const queue = createFairQueue({
    all: size,
    perCompany,
    besideOthers: Math.max(1, Math.min(perCompany - 1, availableParallelism())),
  })
  const slots = metrics === null ? queue : measureFairQueue(queue, metrics)
  return {
    inCompany: (companyId, rank, act) =>
      slots.take(companyId, rank, () =>
        inTransaction(appPool, [begin, enterCompany(companyId, rank, times)], (queue, isOver) =>
          act(createDb(queue, 'company', isOver)),
        ),
      ),
    readCompany: (companyId, read) =>
      slots.take(companyId, 'person', () =>
        onConnection(appPool, async (client) => {
          const { db, end } = createReadDb(client, companyId)
          return read(db).finally(async () => {
            await end()
            client.release()
          })
        }),
      ),
    onPlatform: (act) =>
      inTransaction(platformPool, [begin], (queue, isOver) => act(createDb(queue, 'platform', isOver))),
    probe: () =>
      onConnection(probePool, async (client) => {
        let isBroken = true
        try {
          await client.query('select 1')
          isBroken = false
        } finally {
          client.release(isBroken)
        }
      }),
    cut() {
      for (const pool of pools) pool.cut()
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

const pipelined: object = { pipeline: true } // pg 8.23 supports `pipeline`, its types do not

/** Runs `act`, which releases the connection, and converts failures of the database to `DatabaseTrouble`. */
async function onConnection<T>(pool: DatabasePool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new DatabaseTrouble('unavailable', cause)
  })
  try {
    return await act(client)
  } catch (error) {
    if (pool.hasLost(client)) throw new DatabaseTrouble('unavailable', error)
    if (isStaleQueryPlanError(error)) pool.renew()
    throw databaseTroubleIn(error) ?? error
  }
}

const begin = step('platform.begin', 'begin')
const commit = step('platform.commit', 'commit')
const rollback = step('platform.rollback', 'rollback')

function step(name: string, text: string, values: readonly unknown[] = []): GroupedStatement {
  return { name, text, values }
}

/**
 * Returns the statement that sets the company of a transaction. A person's transaction also uses generic plans, because
 * planning its small statements costs more than running them.
 */
function enterCompany(companyId: CompanyId, rank: ActRank, times: StatementTimeouts): GroupedStatement {
  return rank === 'person'
    ? step(
        'platform.enterCompany',
        `select set_config('app.company_id', $1, true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
        [String(companyId)],
      )
    : step(
        'platform.enterCompanyAsSystem',
        `select set_config('app.company_id', $1, true), set_config('statement_timeout', $2, true)`,
        [String(companyId), String(times[rank])],
      )
}

function inTransaction<T>(
  pool: DatabasePool,
  opening: readonly GroupedStatement[],
  act: (queue: StatementQueue, isOver: () => boolean) => Promise<T>,
): Promise<T> {
  return onConnection(pool, (client) => transactionOn(client, opening, act))
}

async function transactionOn<T>(
  client: pg.PoolClient,
  opening: readonly GroupedStatement[],
  act: (queue: StatementQueue, isOver: () => boolean) => Promise<T>,
): Promise<T> {
  let unsent = opening
  const queue = createStatementQueue(client, () => {
    const first = unsent
    unsent = [] // the first statements have carried BEGIN; later ones must not repeat it
    return first
  })
  let isBroken = false
  let isOver = false
  try {
    const result = await act(queue, () => isOver)
    isOver = true
    const { command } = await queue.ask(commit)
    // If a statement failed and the act ignored it, PostgreSQL answers COMMIT with ROLLBACK and stores no row.
    if (command !== 'COMMIT') throw (await queue.end()) ?? new Error('the transaction was rolled back')
    return result
  } catch (error) {
    isOver = true
    await queue.ask(rollback).catch(() => {
      isBroken = true // the connection itself failed: the pool must not reuse it
    })
    // A statement in an aborted transaction fails with 25P02: the error before it is the cause.
    throw isAfterFailure(error) ? ((await queue.end()) ?? error) : error
  } finally {
    await queue.end()
    client.release(isBroken)
  }
}

function isAfterFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02'
}
