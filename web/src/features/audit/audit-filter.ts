import { type AuditAct, auditActs } from '@balcao/domain/audit'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import { isIsoDay } from '../../ui/date-text'

export interface AuditFilter {
  /** True for the platform's trail, which only the platform's owner may read; false for a company's trail. */
  readonly isPlatform: boolean
  readonly act: AuditAct | null
  readonly userId: UserId | null
  readonly companyId: CompanyId | null
  /** The first day, as `2026-11-20`; empty for no limit. */
  readonly from: string
  readonly to: string
}

export function readAuditFilter(search: URLSearchParams, isSuper: boolean): AuditFilter {
  const isPlatform = isSuper && search.get('trail') === 'platform'
  const id = (name: string) => {
    const written = Number(search.get(name))
    return Number.isInteger(written) && written > 0 ? written : null
  }
  const day = (name: string) => {
    const written = search.get(name) ?? ''
    return isIsoDay(written) ? written : ''
  }
  return {
    isPlatform,
    act: auditActs.find((act) => act === search.get('act')) ?? null,
    userId: isPlatform ? null : (id('user') as UserId | null), // the cast only brands a checked value
    companyId: isPlatform ? (id('company') as CompanyId | null) : null,
    from: day('from'),
    to: day('to'),
  }
}

export function auditFilterParams(filter: AuditFilter): Record<string, string> {
  const { isPlatform, act, userId, companyId, from, to } = filter
  return {
    tab: 'audit',
    ...(isPlatform && { trail: 'platform' }),
    ...(act !== null && { act }),
    ...(userId !== null && { user: String(userId) }),
    ...(companyId !== null && { company: String(companyId) }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  }
}

export function isAuditFilterSet({ act, userId, companyId, from, to }: AuditFilter): boolean {
  return act !== null || userId !== null || companyId !== null || from !== '' || to !== ''
}
