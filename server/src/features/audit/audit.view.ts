import type { AuditEntryView } from '@balcao/contract/audit'
import type { AuditRow } from './audit.queries'
import { noCompany } from './record-audit'

export function auditEntryView(row: AuditRow): AuditEntryView {
  const { id, at, act, address, detail } = row
  return {
    id,
    at: at.toISOString(),
    act,
    company: row.company_id === noCompany ? null : { id: row.company_id, name: row.company_name },
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    address,
    subject: row.subject_id === null ? null : { id: row.subject_id, name: row.subject_name },
    detail,
  }
}
