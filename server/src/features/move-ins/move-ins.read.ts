import type { MoveInReport, MoveInSkippedRow } from '@balcao/contract/move-ins'
import type { CompanyId, MoveInId } from '@balcao/domain/ids'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { refuseUnknownMoveIn } from './move-ins.access'
import {
  companiesInMoveInReport,
  currentCompanyIfMovingIn,
  skippedRowsOfMoveIn,
  skipsInMoveInReport,
  stepsInMoveInReport,
} from './move-ins.queries'

const skipsOfPage = 2_000

/** Whether the company is being imported from another product. It stays inactive until the cutover. */
export async function isMovingIn({ db }: Pick<CompanyWork, 'db'>): Promise<boolean> {
  return (await db.row(currentCompanyIfMovingIn)) !== null
}

export async function readMoveInReport(work: PlatformWork, id: MoveInId): Promise<MoveInReport> {
  const [companies, steps, skips] = await Promise.all([
    work.db.rows(companiesInMoveInReport, { id }),
    work.db.rows(stepsInMoveInReport, { id }),
    work.db.rows(skipsInMoveInReport, { id }),
    refuseUnknownMoveIn(work, id),
  ])
  return {
    companies: companies.map((company) => ({
      name: company.name,
      steps: steps.filter(ofCompany(company.company_id)).map((row) => ({
        step: row.step,
        source: row.source_rows,
        read: row.rows_read,
        moved: row.rows_moved,
        isComplete: row.is_complete,
      })),
      skips: skips
        .filter(ofCompany(company.company_id))
        .map(({ kind, reason, rows }) => ({ kind, reason, rows })),
    })),
  }
}

const ofCompany = (id: CompanyId) => (row: { company_id: CompanyId }) => row.company_id === id

export async function readSkippedRows(
  work: PlatformWork,
  id: MoveInId,
  after: { afterPlace: number; afterKind: string; afterSource: string; afterReason: string },
): Promise<{ rows: MoveInSkippedRow[]; hasMore: boolean }> {
  const [found] = await Promise.all([
    work.db.rows(skippedRowsOfMoveIn, { id, ...after, limit: skipsOfPage + 1 }),
    refuseUnknownMoveIn(work, id),
  ])
  return {
    rows: found.slice(0, skipsOfPage).map(({ company_id, company, kind, source_id, reason }) => ({
      place: company_id,
      company,
      kind,
      sourceId: source_id,
      reason,
    })),
    hasMore: found.length > skipsOfPage,
  }
}
