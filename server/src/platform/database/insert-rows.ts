import { type Statement, statement } from './statement'

/** Rows as JSON, each with the names of the table's columns. */
export type JsonRows = { rows: string }

/**
 * The statement that inserts many rows of a company, with the ids that they bring. Columns that are not named have their
 * defaults; a named one that a row lacks is null.
 */
export function insertRowsStatement<Row = never>(
  name: string,
  table: string,
  columns: string,
  onConflict = '',
): Statement<JsonRows, Row> {
  return statement<JsonRows, Row>(
    name,
    `
  insert into ${table} (company_id, ${columns})
  overriding system value
  select current_company(), ${columns} from jsonb_populate_recordset(null::${table}, :rows::jsonb)
  ${onConflict}`,
  )
}

/** The statement that gives rows of a company, which an earlier run stored without their file, the file that was found. */
export function attachFilesStatement(name: string, table: string): Statement<JsonRows, never> {
  return statement<JsonRows>(
    name,
    `
  update ${table} t set media = r.media
  from jsonb_to_recordset(:rows::jsonb) as r (id bigint, media jsonb)
  where t.id = r.id and t.media is null`,
  )
}

/** U+0000 and half a pair of surrogates, which a text that is cut within an emoji ends with. */
const unstorable = /[\0\p{Cs}]/gu

/** Without what no text of PostgreSQL holds. */
export function toJsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(unstorable, '') : value,
  )
}
