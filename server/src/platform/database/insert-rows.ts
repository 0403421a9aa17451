import { type Statement, statement } from './statement'

/** Rows as a JSON text. The fields of a row have the names of the table's columns. */
export type JsonRows = { rows: string }

/** An unnamed column of the table gets its default; a named column that a row lacks gets null. */
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

/** Sets the file of rows which an earlier run stored without a file. */
export function setMissingFilesStatement(name: string, table: string): Statement<JsonRows, never> {
  return statement<JsonRows>(
    name,
    `
  update ${table} t set media = r.media
  from jsonb_to_recordset(:rows::jsonb) as r (id bigint, media jsonb)
  where t.id = r.id and t.media is null`,
  )
}

/** Sets the user of rows which an earlier run stored without a user. */
export function setMissingUsersStatement(
  name: string,
  table: string,
  column = 'user_id',
): Statement<JsonRows, never> {
  return statement<JsonRows>(
    name,
    `
  update ${table} t set ${column} = r.user_id
  from jsonb_to_recordset(:rows::jsonb) as r (id bigint, user_id int)
  where t.id = r.id and t.${column} is null`,
  )
}

/** PostgreSQL cannot store U+0000 or a lone surrogate, which remains when a text was cut within an emoji. */
const unstorable = /[\0\p{Cs}]/gu

export function toJsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(unstorable, '') : value,
  )
}
