import type { TestApp } from './test-app'

/** The tables of the application. With columns: those that have at least one of them. */
export async function tableNames(
  { rows }: Pick<TestApp, 'rows'>,
  columns: readonly string[] | null = null,
): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    `select distinct t.table_name as name
     from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
     where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and ($1::text[] is null or c.column_name = any ($1)) order by 1`,
    [columns],
  )
  return tables.map(({ name }) => name)
}

/** Each row of the table as text, as PostgreSQL writes it. */
export async function rowTexts({ rows }: Pick<TestApp, 'rows'>, table: string): Promise<string[]> {
  return (await rows<{ text: string }>(`select t::text as text from ${table} t`)).map(({ text }) => text)
}
