import type { AuditAct } from '@balcao/domain/audit'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export const insertAuditEntry = statement<{
  companyId: CompanyId
  at: Date
  act: AuditAct
  userId: UserId | null
  userName: string | null
  address: string | null
  subjectId: number | null
  subjectName: string | null
  detail: string
}>(
  'audit.insert',
  `
  insert into audit_entries (company_id, at, act, user_id, user_name, address, subject_id, subject_name, detail)
  values (:companyId, :at, :act, :userId, :userName, :address, :subjectId, :subjectName, :detail)
  `,
)

export interface AuditRow {
  id: number
  company_id: CompanyId
  company_name: string | null
  at: Date
  act: AuditAct
  user_id: UserId | null
  user_name: string | null
  address: string | null
  subject_id: number | null
  subject_name: string | null
  detail: Record<string, string | number | boolean | null>
}

/** `from` and `to` are days in the time zone of company `homeId`. The page begins after entry `beforeAt`,`beforeId`. */
export type AuditQuery = {
  homeId: CompanyId
  from: string | null
  to: string | null
  beforeAt: Date | null
  beforeId: number | null
  limit: number
}

/** Builds one statement per combination of filters, so that PostgreSQL uses the index made for that combination. */
const page = (condition: string) => `
  select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
    e.subject_name, e.detail
  from audit_entries e
  left join companies c on c.id = e.company_id
  where ${condition}
    and e.at >= coalesce(
      (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
    and e.at < coalesce(
      (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
    and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
  order by e.at desc, e.id desc
  limit :limit
  `

export const auditEntriesOfCompany = statement<AuditQuery & { companyId: CompanyId }, AuditRow>(
  'audit.ofCompany',
  page('e.company_id = :companyId'),
)

export const auditEntriesOfCompanyByAct = statement<
  AuditQuery & { companyId: CompanyId; act: AuditAct },
  AuditRow
>('audit.ofAct', page('e.company_id = :companyId and e.act = :act'))

export const auditEntriesOfUser = statement<AuditQuery & { companyId: CompanyId; userId: UserId }, AuditRow>(
  'audit.ofUser',
  page('e.company_id = :companyId and e.user_id = :userId'),
)

export const auditEntriesOfUserByAct = statement<
  AuditQuery & { companyId: CompanyId; userId: UserId; act: AuditAct },
  AuditRow
>('audit.ofUserAndAct', page('e.company_id = :companyId and e.user_id = :userId and e.act = :act'))

export const auditEntriesOfAllCompanies = statement<AuditQuery, AuditRow>('audit.every', page('true'))

export const auditEntriesOfAllCompaniesByAct = statement<AuditQuery & { act: AuditAct }, AuditRow>(
  'audit.everyOfAct',
  page('e.act = :act'),
)

export const purgeAuditEntries = statement<{ before: Date; limit: number }>(
  'audit.purge',
  `
  delete from audit_entries e
  using (select company_id, id from audit_entries where at < :before order by at, id limit :limit) old
  where e.company_id = old.company_id and e.id = old.id
  `,
)
