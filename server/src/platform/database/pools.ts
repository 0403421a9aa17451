import type { CompanyId } from '@balcao/domain/ids'
import pg from 'pg'
import type { CompanyDb, PlatformDb } from './db'
import { dbOn } from './db'
import { fairTurns, type Rank } from './fair-turns'
import { readDbOn } from './read-db'

/** Identity columns are bigint, and far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
/** A day without a time stays a text: `2026-11-20`. */
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/** Connections as the application role (under row security) and as the platform role (the few acts over companies). */
export interface Pools {
  /** When the company's turn has come. An act must not ask for another one and wait for it. */
  inCompany<T>(companyId: CompanyId, rank: Rank, act: (db: CompanyDb) => Promise<T>): Promise<T>
  /** What changes nothing, in the line of people: no BEGIN, no COMMIT, one round trip for all that is asked together. */
  readCompany<T>(companyId: CompanyId, read: (db: CompanyDb) => Promise<T>): Promise<T>
  onPlatform<T>(act: (db: PlatformDb) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface PoolAddresses {
  readonly app: string
  readonly platform: string
  /** Connections of the application role; the platform role has two. */
  readonly size: number
  readonly onIdleError: (error: Error) => void
}

/** Of ten connections one company has at most six in hand, so that the others find one free however much it has to do. */
const shareOfOne = 0.6

export function openPools({ app, platform, size, onIdleError }: PoolAddresses): Pools {
  const appPool = poolOf({ connectionString: app, max: size, application_name: 'balcao' })
  const platformPool = poolOf({ connectionString: platform, max: 2, application_name: 'balcao platform' })
  const turns = fairTurns({ all: size, perCompany: Math.ceil(size * shareOfOne) })
  for (const pool of [appPool, platformPool]) pool.on('error', onIdleError)
  return {
    inCompany: (companyId, rank, act) =>
      turns.take(companyId, rank, () =>
        // One statement: the company is an integer by type and by check, so it may stand in the text.
        inTransaction(
          appPool,
          `begin; select set_config('app.company_id', '${wholeNumber(companyId)}', true)`,
          (client, isOver) => act(dbOn(client, 'company', isOver)),
        ),
      ),
    readCompany: (companyId, read) =>
      turns.take(companyId, 'person', async () => {
        const client = await appPool.connect()
        const { db, isBroken } = readDbOn(client, companyId)
        return read(db).finally(async () => client.release(await isBroken()))
      }),
    onPlatform: (act) =>
      inTransaction(platformPool, 'begin', (client, isOver) => act(dbOn(client, 'platform', isOver))),
    close: async () => {
      await Promise.all([appPool.end(), platformPool.end()])
    },
  }
}

/** Statements of one act that do not wait for each other share a round trip, which is most of what a short act costs. */
function poolOf(config: pg.PoolConfig): pg.Pool {
  const withPipeline = { ...config, pipeline: true } // pg 8.23 has it, its types do not
  return new pg.Pool(withPipeline)
}

function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Error('A company id must be a whole number')
  return value
}

async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  act: (client: pg.PoolClient, isOver: () => boolean) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  let isOver = false
  try {
    // Not waited for: the act's first statement travels with it. Without it row security would show and take nothing.
    const begun = client.query(begin)
    begun.catch(() => undefined) // awaited below, unless the act fails first
    const result = await act(client, () => isOver)
    isOver = true
    const [{ command }] = await Promise.all([client.query('commit'), begun])
    // After a swallowed error PostgreSQL answers COMMIT with ROLLBACK, and nothing was kept.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back by an error that somebody swallowed')
    return result
  } catch (error) {
    isOver = true
    await client.query('rollback').catch(() => {
      broken = true // the connection itself is gone: don't hand it out again
    })
    throw error
  } finally {
    client.release(broken)
  }
}
