import type { ownCompany } from '@balcao/contract/people'
import type { z } from 'zod'
import type { Plan } from '../plans/plans.read'
import type { SettingView } from '../settings/settings.read'
import type { CompanyRow } from './companies.queries'

/** The company as its own people see it (AUTH-05). */
export function ownCompanyView(
  company: CompanyRow,
  plan: Plan,
  settings: SettingView[],
): z.output<typeof ownCompany> {
  return {
    id: company.id,
    name: company.name,
    email: company.email,
    dueDate: company.paid_until.toISOString(),
    trialExpiration: company.trial_expires_at?.toISOString() ?? null,
    timeZone: company.time_zone,
    language: company.language,
    settings,
    plan,
  }
}
