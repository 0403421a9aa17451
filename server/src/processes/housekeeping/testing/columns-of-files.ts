import type { TestApp } from '../../../testing/test-app'

/** The columns whose names suggest that they hold keys of files, as `table.column`. */
export async function columnsNamedLikeFiles({ rows }: Pick<TestApp, 'rows'>): Promise<string[]> {
  const columns = await rows<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY')
      and column_name ~ '(key|file|picture|photo|image|logo|media|avatar|path|attachment)'
    order by 1`)
  return columns.map(({ name }) => name)
}
