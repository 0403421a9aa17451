import type { plan } from '@balcao/contract/people'
import type { PlanId } from '@balcao/domain/ids'
import { type PlanFlag, planFlags } from '@balcao/domain/plans'
import type { z } from 'zod'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork, PlatformWork } from '../../platform/work'
import { planById, planOfOwnCompany, plansByPrice } from './plans.queries'
import { planView } from './plans.view'

export type Plan = z.output<typeof plan>

/** The plan of the act's company. */
export async function ownPlan({ db }: Pick<CompanyWork, 'db'>): Promise<Plan> {
  return planView(await db.one(planOfOwnCompany, []))
}

/** The plan of the act's company; null where there is no such company. */
export async function planOfCompany({ db }: Pick<CompanyWork, 'db'>): Promise<Plan | null> {
  const row = await db.row(planOfOwnCompany, [])
  return row && planView(row)
}

/** A plan on offer, or the own one; any for the platform's owner. */
export async function planToRead({ db, actor }: PersonWork, id: PlanId): Promise<Plan> {
  const [row, own] = await Promise.all([db.row(planById, [id]), db.one(planOfOwnCompany, [])])
  if (row === null) throw refuse('ERR_NO_PLAN_FOUND')
  if (!row.is_public && row.id !== own.id && !actor.isSuper) throw refuse('ERR_NO_PLAN_FOUND')
  return planView(row)
}

/** A plan that a company may be given; on the platform's own behalf. */
export async function planToGive(
  { db }: { db: CompanyWork['db'] | PlatformWork['db'] },
  id: PlanId,
): Promise<Plan> {
  const row = await db.row(planById, [id])
  if (row === null) throw refuse('ERR_NO_PLAN_FOUND')
  return planView(row)
}

/** What anybody may choose from, cheapest first. */
export async function plansOnOffer(work: Pick<PlatformWork, 'db'>): Promise<Plan[]> {
  return (await everyPlan(work)).filter(({ isPublic }) => isPublic)
}

/** Also what is offered to nobody, cheapest first. */
export async function everyPlan({ db }: Pick<PlatformWork, 'db'>): Promise<Plan[]> {
  return (await db.rows(plansByPrice, [])).map(planView)
}

/** The modules that a plan switches on. */
export function flagsOf(ownPlan: Plan): ReadonlySet<PlanFlag> {
  return new Set(planFlags.filter((flag) => ownPlan[flag]))
}
