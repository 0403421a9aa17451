import type { plan } from '@balcao/contract/people'
import type { PlanId } from '@balcao/domain/ids'
import { type PlanFlag, planFlags } from '@balcao/domain/plans'
import type { z } from 'zod'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork, PersonWork, PlatformWork } from '../../platform/work'
import { planById, planOfOwnCompany, plansByPrice } from './plans.queries'
import { planView } from './plans.view'

export type Plan = z.output<typeof plan>

export async function companyPlan({ db }: Pick<CompanyWork, 'db'>): Promise<Plan> {
  return planView(await db.one(planOfOwnCompany))
}

/** Returns the plan of the current company; null: the company does not exist. */
export async function companyPlanOrNull({ db }: Pick<CompanyWork, 'db'>): Promise<Plan | null> {
  const row = await db.row(planOfOwnCompany)
  return row && planView(row)
}

/** Loads a plan: a public one or the caller's own. Super users may load any. */
export async function planToRead({ db, actor }: PersonWork, id: PlanId): Promise<Plan> {
  const [row, own] = await Promise.all([db.row(planById, { id }), db.one(planOfOwnCompany)])
  if (row === null) throw refuse('ERR_NO_PLAN_FOUND')
  if (!row.is_public && row.id !== own.id && !actor.isSuper) throw refuse('ERR_NO_PLAN_FOUND')
  return planView(row)
}

/** Loads a plan for a company. It need not be public; only the sign-up checks that. */
export async function planToAssignToCompany(
  { db }: { db: CompanyWork['db'] | PlatformWork['db'] },
  id: PlanId,
): Promise<Plan> {
  return planView(rowOrRefuse(await db.row(planById, { id }), 'ERR_NO_PLAN_FOUND'))
}

export async function publicPlans(work: Pick<PlatformWork, 'db'>): Promise<Plan[]> {
  return (await readAllPlans(work)).filter(({ isPublic }) => isPublic)
}

export async function readAllPlans({ db }: Pick<PlatformWork, 'db'>): Promise<Plan[]> {
  return (await db.rows(plansByPrice)).map(planView)
}

export function modulesOfPlan(companyPlan: Plan): ReadonlySet<PlanFlag> {
  return new Set(planFlags.filter((flag) => companyPlan[flag]))
}
