import type { CompanyId } from '@balcao/domain/ids'
import type { RowValues } from '../platform/testing/table-rows'
import type { TestApp } from './test-app'

/** Changes these columns of the company's plan. */
export async function changePlanOf(
  { table }: Pick<TestApp, 'table'>,
  companyId: CompanyId,
  values: RowValues,
): Promise<void> {
  const { plan_id: id } = await table('companies').get<{ plan_id: number }>({ id: companyId }, ['plan_id'])
  await table('plans').update({ id }, values)
}
