import pg from 'pg'
import { StartUpProblem } from '../../platform/fatal'

/** A connection to the database of a cell, with the owner's rights. */
export interface CellDatabase {
  /** The cell's name in messages: `A` or `B`. */
  readonly name: string
  readonly url: string
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** Like `rows`, for a text without varying parts. The server plans it once under this name. */
  prepared<Row extends object>(name: string, sql: string): Promise<Row[]>
  /** Runs a statement without a result. */
  run(sql: string, values?: readonly unknown[]): Promise<void>
  /** Runs statements in one transaction. */
  together(act: () => Promise<void>): Promise<void>
  /** Closes the connection, with its locks. Idempotent. */
  close(): Promise<void>
}

/** Connects as the user of the address. Throws StartUpProblem when it can't be reached. */
export async function openCellDatabase(name: string, url: string): Promise<CellDatabase> {
  const client = new pg.Client({ connectionString: url, application_name: 'balcao move', keepAlive: true })
  client.on('error', () => undefined) // the running statement rejects with the same error
  try {
    await client.connect()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartUpProblem(`The database of cell ${name} cannot be reached: ${reason}`, { cause })
  }
  const run: CellDatabase['run'] = async (sql, values = []) => void (await client.query(sql, [...values]))
  return {
    name,
    url,
    rows: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    prepared: async (name, text) => (await client.query({ name, text })).rows,
    run,
    async together(act) {
      await run('begin')
      try {
        await act()
        await run('commit')
      } catch (error) {
        // the original error says more than that of a lost connection
        await run('rollback').catch(() => undefined)
        throw error
      }
    },
    close: () => client.end().catch(() => undefined),
  }
}

/** Returns the only row of a query that always has one. */
export async function readSingleRow<Row extends object>(
  cell: CellDatabase,
  sql: string,
  values?: readonly unknown[],
): Promise<Row> {
  const [row] = await cell.rows<Row>(sql, values)
  if (row === undefined) throw new Error(`cell ${cell.name}: one row expected`)
  return row
}
