import type { CompanyId } from '@balcao/domain/ids'
import type { RowValues } from '../platform/testing/table-rows'
import type { TestApp } from './test-app'

/** Changes columns of a company's plan. */
export async function changePlan(testApp: Pick<TestApp, 'table'>, companyId: CompanyId, values: RowValues) {
  const { plan_id } = await testApp.table('companies').get({ id: companyId }, ['plan_id'])
  await testApp.table('plans').update({ id: plan_id }, values)
}
