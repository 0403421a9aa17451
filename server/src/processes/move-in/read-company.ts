import type { CompanyId } from '@balcao/domain/ids'
import type { CompanyWork, Workplace } from '../../platform/work'

/** Runs a read-only act of the move in one company. */
export function readInMovedCompany<T>(
  workplace: Workplace,
  companyId: CompanyId,
  read: (work: CompanyWork) => Promise<T>,
): Promise<T> {
  return workplace.readCompany({ kind: 'system', name: 'move in', companyId }, read)
}
