import { type NoParams, statement } from '../../../platform/database/statement'
import type { TestApp } from '../../../testing/test-app'

/** The companies whose users the transaction sees. */
export const companiesOfUsers = statement<NoParams, { company_id: number }>(
  'test.companiesOfUsers',
  'select distinct company_id from users',
)

/** A function of the database as SQL. */
export async function functionDefinition({ rows }: Pick<TestApp, 'rows'>, name: string): Promise<string> {
  const [found] = await rows<{ text: string }>('select pg_get_functiondef($1::regproc) as text', [name])
  if (found === undefined) throw new Error(`there is no function ${name}`)
  return found.text
}
