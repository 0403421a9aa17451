import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { ownPlan, type Plan } from '../plans/plans.read'
import { lockOwnCompany } from './companies.queries'

/** Holds the company's row to the end of the act, so that acts which count its things stand in line, and gives its plan.
 *  Also the lock of whatever must be unique or never empty within a company: names, colours, the last admin. */
export async function lockCompanyForLimits({ db }: Pick<CompanyWork, 'db'>): Promise<Plan> {
  await db.one(lockOwnCompany, [])
  return ownPlan({ db })
}

/** Refuses one more of `what` when the plan's number is reached (PLAN-09). Count under `lockCompanyForLimits`. */
export function refuseBeyondPlan(
  plan: Plan,
  what: 'users' | 'connections' | 'queues',
  present: number,
): void {
  if (present >= plan[what]) throw refuse('ERR_PLAN_LIMIT', { what, limit: plan[what] })
}
