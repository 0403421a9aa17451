import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/** Of a company that is being deleted: they keep contacts from going. */
export const removeSchedulesOfCompany = statement<[companyId: CompanyId]>(
  'schedules.removeOfCompany',
  `
  delete from schedules where company_id = $1
  `,
)
