import type { PlanForm, PlanView } from '@balcao/contract/plans'
import type { PlanId } from '@balcao/domain/ids'
import { planFlags } from '@balcao/domain/plans'
import { refuseUniqueViolation } from '../../platform/database/refuse-taken'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { PlatformWork } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { companyPlanChanged, plansChanged } from './plans.events'
import { insertPlan, isPlanNameTaken, lockPlan, removePlan, savePlan } from './plans.queries'
import { planView } from './plans.view'
import { recordEventForSuperUsers } from './record-for-super-users'

export async function createPlan(work: PlatformWork, form: PlanForm): Promise<PlanView> {
  const row = await work.db.row(insertPlan, {
    ...valuesOf(form, form.storageGigabytes ?? null),
    at: work.now,
  })
  if (row === null) throw refuse('ERR_PLAN_NAME_ALREADY_EXISTS')
  const { id, name } = row
  await recordPlatformAudit(work, { act: 'plan.created', subject: { id, name }, detail: detailOf(form) })
  await recordEventForSuperUsers(work, plansChanged, {})
  return planView(row)
}

/** Changes a plan. Each company with the plan gets an event, so that modules appear or disappear at once. */
export async function updatePlan(work: PlatformWork, id: PlanId, form: PlanForm): Promise<PlanView> {
  const before = rowOrRefuse(await work.db.row(lockPlan, { id }), 'ERR_NO_PLAN_FOUND')
  const { taken } = await work.db.one(isPlanNameTaken, { name: form.name, butBy: id })
  if (taken) throw refuse('ERR_PLAN_NAME_ALREADY_EXISTS')
  const storage = form.storageGigabytes === undefined ? before.storage_gigabytes : form.storageGigabytes
  const saved = await work.db
    .one(savePlan, { ...valuesOf(form, storage), at: work.now, id })
    .catch(refuseUniqueViolation('plans_name', 'ERR_PLAN_NAME_ALREADY_EXISTS'))
  const plan = planView(saved)
  const companies = before.company_ids.length
  const detail = { companies, ...detailOf(form) }
  await recordPlatformAudit(work, { act: 'plan.changed', subject: { id, name: plan.name }, detail })
  work.recordIn(before.company_ids, companyPlanChanged, { plan })
  await recordEventForSuperUsers(work, plansChanged, {})
  return plan
}

export async function deletePlan(work: PlatformWork, id: PlanId): Promise<void> {
  const plan = rowOrRefuse(await work.db.row(lockPlan, { id }), 'ERR_NO_PLAN_FOUND')
  const companies = plan.company_ids.length
  if (companies > 0) throw refuse('ERR_PLAN_IN_USE', { companies })
  await work.db.run(removePlan, { id })
  await recordPlatformAudit(work, { act: 'plan.deleted', subject: { id, name: plan.name } })
  await recordEventForSuperUsers(work, plansChanged, {})
}

function detailOf({ value, users, connections, queues, storageGigabytes, ...form }: PlanForm) {
  const modules = planFlags.filter((flag) => form[flag]).join(', ')
  const storage = storageGigabytes == null ? {} : { storageGigabytes }
  return { value, users, connections, queues, ...storage, modules }
}

function valuesOf(form: PlanForm, storage: number | null) {
  const { name, users, connections, queues, value, campaigns = null, schedules = null } = form
  const flags = planFlags.map((flag) => form[flag])
  return {
    name,
    users,
    connections,
    queues,
    value,
    campaigns,
    schedules,
    flags,
    isPublic: form.isPublic,
    storageGigabytes: storage,
  }
}
