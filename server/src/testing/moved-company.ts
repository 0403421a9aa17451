import type { CompanyId } from '@balcao/domain/ids'
import type { TestApp } from './test-app'

/** Another cell serves this company from now on. */
export async function markAsMoved(
  { table, rows }: Pick<TestApp, 'table' | 'rows'>,
  company: CompanyId,
): Promise<void> {
  await table('company_moves').insert({ company, state: 'moved', since: new Date() })
  await rows('select open_company_moves()')
}
