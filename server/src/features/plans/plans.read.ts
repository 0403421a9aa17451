import type { plan } from '@balcao/contract/people'
import { type PlanFlag, planFlags } from '@balcao/domain/plans'
import type { z } from 'zod'
import type { CompanyWork } from '../../platform/work'
import { planOfOwnCompany } from './plans.queries'
import { planView } from './plans.view'

export type Plan = z.output<typeof plan>

/** The plan of the act's company. */
export async function ownPlan({ db }: Pick<CompanyWork, 'db'>): Promise<Plan> {
  return planView(await db.one(planOfOwnCompany, []))
}

/** The modules that a plan switches on. */
export function flagsOf(ownPlan: Plan): ReadonlySet<PlanFlag> {
  return new Set(planFlags.filter((flag) => ownPlan[flag]))
}
