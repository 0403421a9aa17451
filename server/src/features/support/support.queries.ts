import type { CompanyId, UserId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

export interface SupportVisitRow {
  id: number
  user_id: UserId
  supporter_id: UserId
  supporter_name: string
  began_at: Date
}

const supportColumns = 'id, user_id, supporter_id, supporter_name, began_at'

export const insertSupportVisit = statement<
  {
    userId: UserId
    sessionId: string
    supporterId: UserId
    supporterName: string
    reason: string
    beganAt: Date
    endsAt: Date
  },
  { id: number }
>(
  'support.insertSupportVisit',
  `
  insert into support_visits (company_id, user_id, session_id, supporter_id, supporter_name, reason, began_at, ends_at)
  values (current_company(), :userId, :sessionId, :supporterId, :supporterName, :reason, :beganAt, :endsAt)
  returning id
  `,
)

export const lockOpenSupportVisit = statement<NoParams, SupportVisitRow>(
  'support.openVisit',
  `select ${supportColumns} from support_visits where ended_at is null for update`,
)

export const closeSupportVisitsOfUser = statement<{ userId: UserId; at: Date }, SupportVisitRow>(
  'support.closeVisits',
  `update support_visits set ended_at = :at where user_id = :userId and ended_at is null returning ${supportColumns}`,
)

export const companiesVisitedBySupporter = statement<{ supporterId: UserId }, { company_id: CompanyId }>(
  'support.companiesVisitedBySupporter',
  'select company_id from support_visits where supporter_id = :supporterId and ended_at is null order by company_id',
)
