import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/** Of a company that is being deleted, after its messages. Foreign keys delete the rows that depend on tickets. */
export const removeTicketsOfCompany = statement<{ companyId: CompanyId }>(
  'tickets.removeOfCompany',
  `
  delete from tickets where company_id = :companyId
  `,
)
