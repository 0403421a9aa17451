import type { PlanForm, PlanView } from '@balcao/contract/plans'
import type { PlanId } from '@balcao/domain/ids'
import { planFlags } from '@balcao/domain/plans'
import { refuse } from '../../platform/refusal'
import type { PlatformWork } from '../../platform/work'
import { planChanged } from './plans.events'
import { insertPlan, isPlanNameTaken, lockPlan, removePlan, savePlan } from './plans.queries'
import { planView } from './plans.view'

export async function createPlan({ db, now }: PlatformWork, form: PlanForm): Promise<PlanView> {
  const row = await db.row(insertPlan, [...valuesOf(form), now])
  if (row === null) throw refuse('ERR_PLAN_NAME_ALREADY_EXISTS')
  return planView(row)
}

/** Every company that has the plan has it changed at once, and sees its modules come and go. */
export async function updatePlan(work: PlatformWork, id: PlanId, form: PlanForm): Promise<PlanView> {
  const before = await work.db.row(lockPlan, [id])
  if (before === null) throw refuse('ERR_NO_PLAN_FOUND')
  const { taken } = await work.db.one(isPlanNameTaken, [form.name, id])
  if (taken) throw refuse('ERR_PLAN_NAME_ALREADY_EXISTS')
  const plan = planView(await work.db.one(savePlan, [...valuesOf(form), work.now, id]))
  work.recordIn(before.company_ids, planChanged, { plan })
  return plan
}

export async function deletePlan({ db }: PlatformWork, id: PlanId): Promise<void> {
  const plan = await db.row(lockPlan, [id])
  if (plan === null) throw refuse('ERR_NO_PLAN_FOUND')
  const companies = plan.company_ids.length
  if (companies > 0) throw refuse('ERR_PLAN_IN_USE', { companies })
  await db.run(removePlan, [id])
}

function valuesOf(form: PlanForm) {
  const { name, users, connections, queues, value, campaigns = null, schedules = null } = form
  const flags = planFlags.map((flag) => form[flag])
  return [name, users, connections, queues, value, campaigns, schedules, flags] as const
}
