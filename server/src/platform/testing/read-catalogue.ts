import type pg from 'pg'

/** What `public` holds, one line per fact, without what belongs to extensions. */
const facts: Readonly<Record<string, string>> = {
  column: `
    select format('%s.%s at %s: %s', c.relname, a.attname,
      rank() over (partition by c.oid order by a.attnum),
      concat_ws(', ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
        pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum)))
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'c') and a.attnum > 0 and not a.attisdropped`,
  relation: `
    select concat_ws(', ', c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, c.relacl,
      c.relowner::regrole, obj_description(c.oid, 'pg_class'))
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind <> 'i'`,
  index: `select indexdef from pg_indexes where schemaname in ('public', 'graphile_worker')`,
  // The names of not-null constraints (PostgreSQL 18) keep the former names of columns; `column` has the constraints.
  constraint: `
    select concat_ws(', ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'`,
  policy: `select to_jsonb(p)::text from pg_policies p where schemaname = 'public'`,
  trigger: `
    select concat_ws(', ', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and not t.tgisinternal`,
  function: `
    select concat_ws(', ', pg_get_functiondef(p.oid), p.proowner::regrole, p.proacl, obj_description(p.oid, 'pg_proc'))
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  type: `
    select t.typname from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype <> 'b' and t.typrelid = 0
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`,
  sequence: `
    select concat_ws(', ', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size,
      last_value)
    from pg_sequences where schemaname = 'public'`,
  extension: `select extname || ' ' || extversion from pg_extension`,
  schema: `select nspname || ' ' || coalesce(nspacl::text, '') from pg_namespace where nspname in ('public', 'graphile_worker')`,
  row: `
    select c.relname || ' ' || (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || c.oid::regclass, false, true, '')))[1]::text
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'`,
}

/** The catalogue of a database as sorted lines. */
export async function readCatalogue(client: pg.Client): Promise<string[]> {
  const all = Object.entries(facts).map(
    ([kind, query]) => `select '${kind}: ' || fact as fact from (${query}) as facts (fact)`,
  )
  const { rows } = await client.query<{ fact: string }>(all.join(' union all '))
  return rows.map(({ fact }) => fact).sort()
}
