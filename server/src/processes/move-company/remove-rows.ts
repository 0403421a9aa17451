import type { CellDatabase } from './cell-database'
import type { CompanyTable } from './company-tables'

const stepRows = 5_000

/**
 * Deletes the rows of the company in steps, without triggers and foreign keys: all rows that reference them go too. No
 * act of the company may run meanwhile.
 */
export async function removeRows(
  cell: CellDatabase,
  tables: readonly CompanyTable[],
  company: number,
  report: (rows: number) => void = () => undefined,
): Promise<void> {
  await cell.run('set session_replication_role = replica')
  try {
    let removed = 0
    for (const { name, key } of tables.toReversed())
      for (;;) {
        const [gone] = await cell.rows<{ rows: number }>(
          `with gone as (
             delete from ${name} where ctid in (select ctid from ${name} where ${key} = $1 limit ${stepRows}) returning 1
           ) select count(*)::int as rows from gone`,
          [company],
        )
        removed += gone?.rows ?? 0
        report(removed)
        if ((gone?.rows ?? 0) < stepRows) break
      }
  } finally {
    await cell.run('reset session_replication_role').catch(() => undefined) // a lost connection
  }
}
