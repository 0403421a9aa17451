import pg from 'pg'
import { StartUpProblem } from '../../platform/fatal'

export interface CellDatabase {
  /** The name in messages: `A` for the cell that the company leaves, `B` for the one that it moves to. */
  readonly name: string
  readonly url: string
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** Runs a query that always returns exactly one row. */
  one<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row>
  /** Runs a query whose text never varies: the server plans it once under this name. */
  prepared<Row extends object>(name: string, sql: string): Promise<Row[]>
  run(sql: string, values?: readonly unknown[]): Promise<void>
  together(act: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Throws StartUpProblem when the address can't be reached. */
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
    async one<Row extends object>(sql: string, values: readonly unknown[] = []) {
      const { rows } = await client.query<Row>(sql, [...values])
      if (rows[0] === undefined) throw new Error(`cell ${name}: one row expected`)
      return rows[0]
    },
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
