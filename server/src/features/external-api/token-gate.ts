import type { ConnectionId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { ApiTokenAuthenticator } from '../../platform/http/http-server'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, Workplace } from '../../platform/work'
import { ownCompanyOrNull } from '../companies/companies.read'
import {
  connectionOfImportedToken,
  isTokenOfConnection,
  parseApiToken,
} from '../connections/connection-token'
import { companyPlan, modulesOfPlan } from '../plans/plans.read'
import { incrementApiCallCount } from './external-api.queries'

const minuteMs = 60_000

/** Checks a call's token without a cache, so a revocation works at once. Only valid tokens use up the rate limit. */
export function createApiTokenAuthenticator(workplace: Workplace): ApiTokenAuthenticator {
  return {
    async identify(bearer) {
      if (bearer === null) throw refuse('ERR_API_TOKEN')
      const place = parseApiToken(bearer) ?? (await connectionOfImportedToken(workplace, bearer))
      if (place === null) throw refuse('ERR_API_TOKEN')
      const system = { kind: 'system', name: 'token gate', companyId: place.companyId } as const
      await workplace.readCompany(system, (work) => refuseUnknownToken(work, place.connectionId, bearer))
      await workplace.withCompany(system, (work) => countOne(work, place.connectionId))
      return place
    },
  }
}

async function refuseUnknownToken(
  work: CompanyWork,
  connectionId: ConnectionId,
  bearer: string,
): Promise<void> {
  if (!(await isTokenOfConnection(work, connectionId, bearer))) throw refuse('ERR_API_TOKEN')
  const [company, plan] = await Promise.all([ownCompanyOrNull(work), companyPlan(work)])
  if (company === null || !company.is_active) throw refuse('ERR_COMPANY_DISABLED')
  if (company.closes_at !== null && company.closes_at < work.now) {
    throw refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: company.due_date, mayPay: 0, support: '' })
  }
  if (!modulesOfPlan(plan).has('useExternalApi')) throw refuse('ERR_API_NOT_IN_PLAN')
}

async function countOne(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  const at = work.now.getTime()
  const minute = new Date(at - (at % minuteMs))
  const { calls } = await work.db.one(incrementApiCallCount, { connectionId, minute })
  if (calls <= limits.externalApi.callsPerMinute) return
  const retryAfterSeconds = Math.ceil((minute.getTime() + minuteMs - at) / 1000)
  throw refuse('ERR_API_TOO_MANY_CALLS', { retryAfterSeconds })
}
