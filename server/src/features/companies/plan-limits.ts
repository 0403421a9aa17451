import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { companyPlan, type Plan } from '../plans/plans.read'
import { lockOwnCompany } from './companies.queries'

/** Locks the company's row. Checks of limits, unique names and colours, and of the last admin run one after another. */
export async function lockCompanyForLimits({ db }: Pick<CompanyWork, 'db'>): Promise<Plan> {
  await db.one(lockOwnCompany)
  return companyPlan({ db })
}

/** Refuses one more `what` when the plan's limit is reached (PLAN-09). Count them after `lockCompanyForLimits`. */
export function refuseBeyondPlanLimit(
  plan: Plan,
  what: 'users' | 'connections' | 'queues',
  present: number,
): void {
  if (present >= plan[what]) throw refuse('ERR_PLAN_LIMIT', { what, limit: plan[what] })
}
