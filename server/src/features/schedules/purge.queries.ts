import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/** Deletes the schedules of a company that is being deleted, because they reference its contacts. */
export const removeSchedulesOfCompany = statement<{ companyId: CompanyId }>(
  'schedules.removeOfCompany',
  `
  delete from schedules where company_id = :companyId
  `,
)
