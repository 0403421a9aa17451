import pg from 'pg'
import type { RowValues } from '../platform/testing/table-rows'
import type { TestApp } from './test-app'

export interface WriteFailure {
  /** Only rows that are to have these values fail; absent: every write to the table. */
  readonly rows?: RowValues
  /** The code of the error. */
  readonly code?: string
  readonly message?: string
}

/** Makes writes to a table fail by a trigger, which the returned function removes. One at a time. */
export async function failWrites(
  testApp: Pick<TestApp, 'rows'>,
  write: 'insert' | 'update' | `update of ${string}`,
  table: string,
  { rows, code = 'P0001', message = 'the test makes this fail' }: WriteFailure = {},
): Promise<() => Promise<void>> {
  const literal = (value: unknown) => pg.escapeLiteral(String(value))
  const conditions = Object.entries(rows ?? {}).map(
    ([column, value]) => `new.${pg.escapeIdentifier(column)} = ${literal(value)}`,
  )
  const each = rows === undefined ? '' : `for each row when (${conditions.join(' and ')})`
  await testApp.rows(`
    create function fail_write() returns trigger language plpgsql as
      $$ begin raise exception using message = ${literal(message)}, errcode = ${literal(code)}; end $$;
    create trigger fail_write before ${write} on ${table} ${each} execute function fail_write()`)
  return async () => {
    await testApp.rows(`drop trigger fail_write on ${table}; drop function fail_write`)
  }
}
