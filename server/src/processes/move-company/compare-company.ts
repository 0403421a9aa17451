import type { CellDatabase } from './cell-database'
import type { CompanyTable } from './company-tables'

/** Differs between the cells while both run: each ends leases whose holder it does not know. */
const notCompared: Readonly<Record<string, readonly string[]>> = { connection_leases: ['expires_at'] }

/**
 * Compares all rows of the company in both cells, table by table, by their number and the sum of a 64-bit hash of each
 * row. Returns the tables that differ.
 */
export async function tablesThatDiffer(
  from: CellDatabase,
  to: CellDatabase,
  tables: readonly CompanyTable[],
  company: number,
): Promise<readonly string[]> {
  const [before, after] = await Promise.all([from, to].map((cell) => printsOf(cell, tables, company)))
  return tables.filter(({ name }) => before?.get(name) !== after?.get(name)).map(({ name }) => name)
}

async function printsOf(
  cell: CellDatabase,
  tables: readonly CompanyTable[],
  company: number,
): Promise<ReadonlyMap<string, string>> {
  const prints = tables.map(({ name, key, columns }) => {
    const compared = columns.filter((column) => notCompared[name]?.includes(column) !== true)
    const row = `row(${compared.map((column) => `"${column}"`).join(', ')})`
    return `select '${name}' as name, count(*) || ' ' || coalesce(sum(hash_record_extended(${row}, 0)), 0) as print
      from ${name} where ${key} = ${company}`
  })
  const rows = await cell.prepared<{ name: string; print: string }>('prints', prints.join(' union all '))
  return new Map(rows.map(({ name, print }) => [name, print]))
}
