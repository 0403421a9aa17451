import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/** Of a company that is being deleted, when its messages are gone; what hangs on them goes along. */
export const removeTicketsOfCompany = statement<{ companyId: CompanyId }>(
  'tickets.removeOfCompany',
  `
  delete from tickets where company_id = :companyId
  `,
)
