import type { TestApp } from './test-app'

/** What each role other than the table's owner, superusers and those of PostgreSQL may do with the table, sorted. */
export async function grantsOn(
  { rows }: Pick<TestApp, 'rows'>,
  table: string,
): Promise<Record<string, string[]>> {
  const grants = await rows<{ role: string; rights: string[] }>(
    `select r.rolname as role, array_agg(right_name order by right_name) as rights
     from pg_roles r cross join unnest(
       array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as u (right_name)
     where not r.rolsuper and r.rolname !~ '^pg_' and has_table_privilege(r.oid, $1, right_name)
       and r.oid <> (select relowner from pg_class where oid = $1::regclass)
     group by 1`,
    [table],
  )
  return Object.fromEntries(grants.map(({ role, rights }) => [role, rights]))
}
