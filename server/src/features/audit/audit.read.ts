import type { AuditEntryView } from '@balcao/contract/audit'
import type { AuditAct } from '@balcao/domain/audit'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import {
  type AuditQuery,
  type AuditRow,
  auditEntriesOfAllCompanies,
  auditEntriesOfAllCompaniesByAct,
  auditEntriesOfCompany,
  auditEntriesOfCompanyByAct,
  auditEntriesOfUser,
  auditEntriesOfUserByAct,
} from './audit.queries'
import { companyIdOfPlatformEntries } from './record-audit'

export interface AuditFilter {
  readonly act?: AuditAct | undefined
  /** First and last day of the range, as `2026-11-20`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly before?: { readonly at: Date; readonly id: number } | undefined
}
interface AuditPage {
  entries: AuditEntryView[]
  next: string | null
}

export async function readCompanyAudit(
  { db, companyId }: Pick<CompanyWork, 'db' | 'companyId'>,
  { userId, ...filter }: AuditFilter & { readonly userId?: UserId | null | undefined },
): Promise<AuditPage> {
  const page = pageOf(companyId, filter)
  return shownPage(await entriesOf(db, page, companyId, filter.act, userId))
}

/** Reads the audit trail of all companies, or of one. Days are in the time zone of the reader's company. */
export async function readPlatformAudit(
  { db, actor }: Pick<PlatformWork, 'db' | 'actor'>,
  { companyId, ...filter }: AuditFilter & { readonly companyId?: CompanyId | null | undefined },
): Promise<AuditPage> {
  if (actor === null) throw new Error('reading the trail of the platform needs a person')
  const page = pageOf(actor.companyId, filter)
  const { act } = filter
  if (companyId) return shownPage(await entriesOf(db, page, companyId, act))
  return shownPage(
    await (act
      ? db.rows(auditEntriesOfAllCompaniesByAct, { ...page, act })
      : db.rows(auditEntriesOfAllCompanies, page)),
  )
}

function entriesOf(
  db: CompanyWork['db'] | PlatformWork['db'],
  page: AuditQuery,
  companyId: CompanyId,
  act: AuditAct | undefined,
  userId?: UserId | null,
): Promise<readonly AuditRow[]> {
  if (userId) {
    return act
      ? db.rows(auditEntriesOfUserByAct, { ...page, companyId, userId, act })
      : db.rows(auditEntriesOfUser, { ...page, companyId, userId })
  }
  return act
    ? db.rows(auditEntriesOfCompanyByAct, { ...page, companyId, act })
    : db.rows(auditEntriesOfCompany, { ...page, companyId })
}

/** Asks for one entry more than a page holds, to learn whether there is a next page. */
function pageOf(homeId: CompanyId, { from, to, before }: AuditFilter): AuditQuery {
  const limit = limits.auditPage + 1
  return {
    homeId,
    from: from ?? null,
    to: to ?? null,
    beforeAt: before?.at ?? null,
    beforeId: before?.id ?? null,
    limit,
  }
}

function shownPage(rows: readonly AuditRow[]): AuditPage {
  const shown = rows.slice(0, limits.auditPage)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return {
    entries: shown.map(auditEntryView),
    next: last === undefined ? null : `${last.at.toISOString()}_${last.id}`,
  }
}

function auditEntryView(row: AuditRow): AuditEntryView {
  const { id, at, act, address, detail } = row
  return {
    id,
    at: at.toISOString(),
    act,
    company:
      row.company_id === companyIdOfPlatformEntries ? null : { id: row.company_id, name: row.company_name },
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    address,
    subject: row.subject_id === null ? null : { id: row.subject_id, name: row.subject_name },
    detail,
  }
}
