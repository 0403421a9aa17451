import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/** Deletes messages of a company that is being deleted, up to a limit; dependent rows are deleted by cascade. */
export const removeMessagesOfCompany = statement<{ companyId: CompanyId; limit: number }>(
  'messages.removeOfCompany',
  `
  delete from messages
  where company_id = :companyId and id in (select m.id from messages m
    where m.company_id = :companyId order by m.id limit :limit)
  `,
)
