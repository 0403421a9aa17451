import { type Statement, statement } from './statement'

/** The parameter of a statement that writes many rows: a JSON array of objects, with the table's columns as fields. */
export type JsonRows = { rows: string }

/** Inserts rows. A column that `columns` omits gets its default; a column of `columns` that a row lacks gets null. */
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

/** A statement for an import that runs again: sets the file of rows that an earlier run inserted without one. */
export function setMissingFilesStatement(name: string, table: string): Statement<JsonRows, never> {
  return statement<JsonRows>(
    name,
    `
  update ${table} t set media = r.media
  from jsonb_to_recordset(:rows::jsonb) as r (id bigint, media jsonb)
  where t.id = r.id and t.media is null`,
  )
}

/** A statement for an import that runs again: sets the user of rows that an earlier run inserted without one. */
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

/** PostgreSQL cannot store U+0000, or a lone surrogate, which remains when a text was cut within an emoji. */
const unstorable = /[\0\p{Cs}]/gu

export function toJsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(unstorable, '') : value,
  )
}
