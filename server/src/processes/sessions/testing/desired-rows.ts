import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { DesiredStateRow } from '../../../features/connections/leases.queries'

export const rowsNow = new Date('2026-11-20T12:00:00Z')
let lastId = 0

/** A connection that should be linked, whose lease `holder` has for long; null: it is free. */
export function row(
  company: number,
  holder: number | null,
  change: Partial<DesiredStateRow> = {},
): DesiredStateRow {
  return {
    company_id: company as CompanyId,
    id: ++lastId as ConnectionId,
    provider: 'beta',
    desired_state: 'link',
    desired_version: 1,
    brings_history: false,
    is_asleep: false,
    is_switched_off: false,
    is_linking: false,
    holder: holder === null ? null : String(holder),
    expires_at: holder === null ? null : new Date(rowsNow.getTime() + 3_600_000),
    last_traffic_at: null,
    ...change,
  }
}

export function times(count: number, company: number, holder: number | null): DesiredStateRow[] {
  return Array.from({ length: count }, () => row(company, holder))
}

/** One connection for each of the companies from 1. */
export function companies(count: number, holder: number | null = null): DesiredStateRow[] {
  return Array.from({ length: count }, (_, at) => row(at + 1, holder))
}
