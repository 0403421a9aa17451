import type { PlanId } from '@balcao/domain/ids'
import type { PlatformWork } from '../../platform/work'
import { insertPlanWithAllModules } from './plans.queries'

export interface NewPlanWithLimits {
  readonly name: string
  readonly users: number
  readonly connections: number
  readonly queues: number
  /** The price of a month in reais, not centavos. */
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
