import type pg from 'pg'
import { type RowValues, type TableRows, tableRows } from '../../../platform/testing/table-rows'

/** Writes rows of a source database. */
export interface SourceRows {
  /** One table. Its rows get the times that the fixture gives by default. */
  table(name: string): Pick<TableRows, 'insert' | 'update' | 'delete'>
  /** Adds rows to these tables, in this order, as the old server writes them now. What rows have in common is optional. */
  add(rows: Readonly<Record<string, readonly RowValues[]>>): Promise<void>
  /** Changes rows as the old server does, which notes the time of a change. */
  change(table: string, where: RowValues, values: RowValues): Promise<void>
}

export function createSourceRows({
  query,
  changedAt,
  common,
}: {
  readonly query: (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>
  /** The column with the time of the last change. */
  readonly changedAt: string
  /** By table: values of rows that a test leaves out. */
  readonly common: Readonly<Record<string, RowValues>>
}): SourceRows {
  const table = (name: string) => tableRows({ query } as unknown as Pick<pg.Pool, 'query'>, name)
  const stamp = () => ({ [changedAt]: new Date().toISOString() }) // Rails' columns have no zone, and are in UTC
  return {
    table,
    async add(rows) {
      for (const [name, added] of Object.entries(rows))
        for (const row of added) await table(name).insert({ ...stamp(), ...common[name], ...row })
    },
    async change(name, where, values) {
      await table(name).update(where, { ...stamp(), ...values })
    },
  }
}
