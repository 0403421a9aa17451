import type pg from 'pg'

/** A table of the product or of its jobs. */
export interface BackupTable {
  readonly schema: string
  readonly name: string
  /** The columns except generated ones, which the database computes. */
  readonly columns: readonly string[]
  /** PostgreSQL's estimate of the number of rows. */
  readonly rows: number
}

/**
 * Tables that a backup leaves out, because a restore creates them itself or only the running processes need
 * them: nodes, leases, and live events of open pages.
 */
export const tablesWithoutBackup: readonly string[] = [
  'graphile_worker.migrations',
  'public.connection_leases',
  'public.live_events',
  'public.nodes',
  'public.restoring',
  'public.schema_functions',
  'public.schema_migrations',
]

/** All tables of the database that a backup contains, in order of name. */
export async function backupTablesOf(client: pg.Client): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select n.nspname as schema, c.relname as name, greatest(c.reltuples, 0)::float8 as rows,
       array(
         select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
       ) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r'
       and n.nspname || '.' || c.relname <> all ($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1, 2`,
    [tablesWithoutBackup],
  )
  return rows
}

/** The quoted columns in parentheses, for COPY. */
export function columnList(columns: readonly string[]): string {
  return `(${columns.map(quoted).join(', ')})`
}

/** The quoted name of a table or sequence. */
export function quotedName({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return `${quoted(schema)}.${quoted(name)}`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
