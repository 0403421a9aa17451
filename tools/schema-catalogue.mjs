import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { inProject } from './project.mjs'

/** @typedef {{ table: string, name: string, type: string, required: boolean, default: string | null, identity: boolean, generated: boolean }} Column
 *  @typedef {{ table: string, text: string }} Line a constraint, an index, a trigger or a grant, as SQL
 *  @typedef {{ name: string, secured: boolean, forced: boolean }} Table
 *  @typedef {{ tables: Table[], columns: Column[], constraints: Line[], indexes: Line[], policies: Line[], grants: Line[], triggers: Line[], functions: string[], enums: { name: string, values: string[] }[], views: { name: string, text: string }[] }} Schema */

const QUERIES = {
  tables: `
    select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  columns: `
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity <> '' as identity, a.attgenerated <> '' as generated
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`,
  constraints: `
    select c.relname as table, 'constraint ' || quote_ident(o.conname) || ' ' || pg_get_constraintdef(o.oid) as text
    from pg_constraint o join pg_class c on c.oid = o.conrelid
    where c.relnamespace = 'public'::regnamespace and o.contype in ('p', 'u', 'f', 'c', 'x')
    order by c.relname, position(o.contype::text in 'puxcf'), o.conname`,
  indexes: `
    select c.relname as table, pg_get_indexdef(i.indexrelid) as text
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.contype in ('p', 'u', 'x'))
    order by c.relname, x.relname`,
  policies: `
    select tablename as table, 'create policy ' || quote_ident(policyname) || ' on ' || quote_ident(tablename)
      || ' for ' || lower(cmd) || ' to ' || array_to_string(roles, ', ')
      || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '') as text
    from pg_policies where schemaname = 'public' order by tablename, policyname`,
  grants: `
    select c.relname as table, 'grant ' || string_agg(lower(a.privilege_type), ', ' order by a.privilege_type)
      || ' on ' || quote_ident(c.relname) || ' to ' || a.grantee::regrole as text
    from pg_class c, aclexplode(c.relacl) a
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.grantee not in (0, c.relowner)
    group by c.relname, a.grantee order by c.relname, a.grantee::regrole::text`,
  triggers: `
    select c.relname as table, pg_get_triggerdef(t.oid) as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by c.relname, t.tgname`,
  functions: `
    select pg_get_functiondef(p.oid) as text
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname, pg_get_function_identity_arguments(p.oid)`,
  enums: `
    select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
    from pg_type t join pg_enum e on e.enumtypid = t.oid
    where t.typnamespace = 'public'::regnamespace group by t.typname order by t.typname`,
  views: `
    select c.relname as name, pg_get_viewdef(c.oid, true) as text
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') 
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`,
}

/**
 * The schema after all migrations of an empty database, read from the catalogue: the embedded database ships no
 * pg_dump.
 * @returns {Promise<Schema>}
 */
export async function readSchema() {
  const { startEmbeddedPostgres } = await tsImport(
    '../server/src/platform/embedded-postgres/start-embedded-postgres.ts',
    import.meta.url,
  )
  const { migrate } = await tsImport('../server/src/platform/database/migrate.ts', import.meta.url)
  const folder = mkdtempSync(join(tmpdir(), 'balcao-schema-'))
  chmodSync(folder, 0o711) // the database's own user must traverse it
  const log = { info: () => undefined, warn: () => undefined }
  const database = await startEmbeddedPostgres({
    folder,
    ownerPassword: 'of-the-printer',
    log,
    settings: { fsync: 'off' },
  })
  try {
    await migrate(database.ownerUrl)
    return await ask(database.ownerUrl)
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} url @returns {Promise<Schema>} */
async function ask(url) {
  const pg = createRequire(inProject('server/package.json'))('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const rows = async (/** @type {string} */ sql) => (await client.query(sql)).rows
    return {
      tables: await rows(QUERIES.tables),
      columns: await rows(QUERIES.columns),
      constraints: await rows(QUERIES.constraints),
      indexes: await rows(QUERIES.indexes),
      policies: await rows(QUERIES.policies),
      grants: await rows(QUERIES.grants),
      triggers: await rows(QUERIES.triggers),
      functions: (await rows(QUERIES.functions)).map((/** @type {{ text: string }} */ { text }) => text),
      enums: await rows(QUERIES.enums),
      views: await rows(QUERIES.views),
    }
  } finally {
    await client.end()
  }
}
