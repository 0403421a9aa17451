import type { SourceDatabase } from './source-database'

/** Reads the name of the source's newest migration. Null: the source has no such table of migrations. */
export async function newestMigration(
  source: SourceDatabase,
  table: string,
  column: string,
): Promise<string | null> {
  if (!source.has(table, column)) return null
  const [row] = await source.rows<{ name: string | null }>(
    `select max("${column}"::text) as name from "${table}"`,
  )
  return row?.name ?? null
}

/** Reads names that several rows of a company have, ignoring upper and lower case. */
export function repeatedNamesIn<Kind extends string>(
  source: SourceDatabase,
  of: { kind: Kind; table: string; companyId: string; column?: string; company?: string },
): Promise<{ kind: Kind; name: string }[]> {
  const { kind, table, companyId, column = 'name', company = 'companyId' } = of
  return source.rows(
    `select $2::text as kind, min(trim("${column}")) as name from "${table}" where "${company}" = $1
     group by lower(trim("${column}")) having count(*) > 1 order by 2`,
    [companyId, kind],
  )
}
