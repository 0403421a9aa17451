import type { CellDatabase } from './cell-database'

/** A table with rows of companies: it has a column `company_id`, or is `companies` itself. */
export interface CompanyTable {
  readonly name: string
  readonly key: string
  /** The columns to copy. Generated columns are left out, because each cell computes them. */
  readonly columns: readonly string[]
  /** The column whose ids come from a sequence. Null: there is none. */
  readonly identity: string | null
  /** The columns with a plan id. They are rewritten, because the same plan has another id in each cell. */
  readonly planColumns: readonly string[]
}

export async function readCompanyTables(cell: CellDatabase): Promise<readonly CompanyTable[]> {
  return cell.rows<CompanyTable & object>(`
    select c.relname as name, k.attname as key,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns,
      (
        select a.attname from pg_attribute a
        where a.attrelid = c.oid and not a.attisdropped and a.attidentity <> '' and c.relname <> 'companies'
      ) as identity,
      array(
        select a.attname::text from pg_constraint f join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'plans'::regclass
      ) as "planColumns"
    from pg_class c
    join pg_attribute k on k.attrelid = c.oid and not k.attisdropped
      and k.attname = case when c.relname = 'companies' then 'id' else 'company_id' end
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname <> 'companies', c.relname`)
}

/** A key that is unique over all companies of a cell, such as an e-mail. */
export interface CellWideUniqueKey {
  readonly table: string
  readonly key: string
  readonly index: string
  readonly values: string
}

export async function readCellWideUniqueKeys(cell: CellDatabase): Promise<readonly CellWideUniqueKey[]> {
  return cell.rows<CellWideUniqueKey & object>(`
    select c.relname as "table", k.attname as key, x.relname as index,
      (select string_agg(pg_get_indexdef(i.indexrelid, at, true), ', ' order by at)
        from generate_series(1, i.indnkeyatts) as at) as values
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_class x on x.oid = i.indexrelid
    join pg_attribute k on k.attrelid = c.oid and not k.attisdropped
      and k.attname = case when c.relname = 'companies' then 'id' else 'company_id' end
    where c.relnamespace = 'public'::regnamespace and i.indisunique
      and pg_get_indexdef(i.indexrelid, 1, true) <> k.attname
    order by 1, 3`)
}

export async function countRowsOfCompany(
  cell: CellDatabase,
  tables: readonly CompanyTable[],
  company: number,
): Promise<ReadonlyMap<string, number>> {
  const counts = tables.map(
    ({ name, key }) =>
      `select '${name}' as name, count(*)::int as rows from ${name} where ${key} = ${company}`,
  )
  const rows = await cell.rows<{ name: string; rows: number }>(counts.join(' union all '))
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

/**
 * Columns that the comparison ignores. `expires_at` differs while both cells run, because each cell sets it to
 * now in leases of processes that it does not know, such as those of the other cell.
 */
const notCompared: Readonly<Record<string, readonly string[]>> = { connection_leases: ['expires_at'] }

/** Compares the company's rows in both cells by number and a sum of hashes. Returns the tables that differ. */
export async function findTablesThatDifferBetweenCells(
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

const stepRows = 5_000

/**
 * Deletes the company's rows in all tables. Triggers and foreign keys are off, which is safe because all
 * referencing rows are deleted too and the company runs no transaction meanwhile.
 */
export async function removeRowsOfCompany(
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
    await cell.run('reset session_replication_role').catch(() => undefined) // fails after a lost connection
  }
}
