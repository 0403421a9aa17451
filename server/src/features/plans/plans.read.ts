import type { plan } from '@balcao/contract/people'
import type { PlanId } from '@balcao/domain/ids'
import { type PlanFlag, planFlags } from '@balcao/domain/plans'
import type { z } from 'zod'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { planById, planOfOwnCompany, plansByPrice } from './plans.queries'
import { planView } from './plans.view'

export type Plan = z.output<typeof plan>

/** The plan of the act's company. */
export async function ownPlan({ db }: Pick<CompanyWork, 'db'>): Promise<Plan> {
  return planView(await db.one(planOfOwnCompany, []))
}

/** Any plan: they are offered to everybody. */
export async function planToRead({ db }: Pick<CompanyWork, 'db'>, id: PlanId): Promise<Plan> {
  const row = await db.row(planById, [id])
  if (row === null) throw refuse('ERR_NO_PLAN_FOUND')
  return planView(row)
}

/** What anybody may choose from, cheapest first. */
export async function plansOnOffer({ db }: Pick<PlatformWork, 'db'>): Promise<Plan[]> {
  return (await db.rows(plansByPrice, [])).map(planView)
}

/** The modules that a plan switches on. */
export function flagsOf(ownPlan: Plan): ReadonlySet<PlanFlag> {
  return new Set(planFlags.filter((flag) => ownPlan[flag]))
}
