import type pg from 'pg'

export interface BackupTable {
  readonly schema: string
  readonly name: string
  /** The columns to copy. Generated columns are left out, because the database computes them. */
  readonly columns: readonly string[]
  readonly rows: number
}

/** Tables whose rows are not backed up: a restore creates them itself, or only running processes need them. */
export const tablesWithoutBackup: readonly string[] = [
  'graphile_worker.migrations',
  'public.connection_leases',
  'public.live_events',
  'public.nodes',
  'public.restoring',
  'public.schema_functions',
  'public.schema_migrations',
]

export async function readBackupTables(client: pg.Client): Promise<readonly BackupTable[]> {
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

export function quotedColumnList(columns: readonly string[]): string {
  return `(${columns.map(quoted).join(', ')})`
}

export function quotedTableName({
  schema,
  name,
}: {
  readonly schema: string
  readonly name: string
}): string {
  return `${quoted(schema)}.${quoted(name)}`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
