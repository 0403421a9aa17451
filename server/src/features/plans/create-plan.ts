import type { PlanId } from '@balcao/domain/ids'
import type { PlatformWork } from '../../platform/work'
import { insertPlanWithAllModules } from './plans.queries'

export interface NewPlanWithLimits {
  readonly name: string
  readonly users: number
  readonly connections: number
  readonly queues: number
  /** A month's price in BRL. */
  readonly value: number
  /** Whether the plan is offered at the sign-up. */
  readonly isPublic?: boolean
}

export async function createPlanWithAllModules(
  { db, now }: PlatformWork,
  size: NewPlanWithLimits,
): Promise<PlanId> {
  const plan = await db.one(insertPlanWithAllModules, { isPublic: true, ...size, at: now })
  return plan.id
}
