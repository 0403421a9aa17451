import * as calls from '@balcao/contract/audit'
import type { AuditDetail, AuditDetailField } from '@balcao/domain/audit'
import type { Feature } from '../../platform/feature'
import { platformRoute, readRoute, route } from '../../platform/http/route'
import { readCompanyAudit, readPlatformAudit } from './audit.read'
import { recordAudit, recordPlatformAudit } from './record-audit'

export const auditFeature: Feature = {
  name: 'audit',
  routes: [
    readRoute(calls.listAuditEntries, (work, { query }) => readCompanyAudit(work, query)),
    platformRoute(calls.listPlatformAuditEntries, (work, { query }) => readPlatformAudit(work, query)),
    route(calls.recordAuditExport, async (work, { body }) => {
      await recordAudit(work, { act: 'audit.exported', detail: sentFilters(body) })
      return { message: 'noted' }
    }),
    platformRoute(calls.recordPlatformAuditExport, async (work, { body }) => {
      await recordPlatformAudit(work, {
        act: 'audit.exported',
        detail: { platform: true, ...sentFilters(body) },
      })
      return { message: 'noted' }
    }),
  ],
}

function sentFilters(
  filters: { readonly [Field in AuditDetailField]?: AuditDetail[Field] | undefined },
): AuditDetail {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}
