import { dayOf } from '@balcao/domain/days'
import type { PlanId } from '@balcao/domain/ids'
import {
  type BillingRecurrence,
  dueDateAfterPayment,
  dueDateAfterPlanUpgrade,
  monthsPerPayment,
} from '@balcao/domain/recurrence'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { companyChanged } from './companies.events'
import { lockCompanyForRenewal, saveCompanyRenewal } from './renewal.queries'

/**
 * Extends the later of due date and today by the months of one payment (SUBSCR-11). A null `recurrence` means the
 * company's own. After a change to a dearer plan, at most as many prepaid days carry over as one payment buys.
 */
export async function renewCompany(
  { db, now }: Pick<CompanyWork, 'db' | 'now'>,
  { planId, recurrence }: { readonly planId: PlanId | null; readonly recurrence: BillingRecurrence | null },
): Promise<{ readonly hasOtherPlan: boolean }> {
  const company = await db.one(lockCompanyForRenewal, { paidPlanId: planId })
  const today = dayOf(now, company.time_zone)
  const hasOtherPlan = planId !== null && planId !== company.plan_id
  const renewed = company.is_dearer ? dueDateAfterPlanUpgrade : dueDateAfterPayment
  const months = monthsPerPayment(recurrence ?? company.recurrence)
  await db.run(saveCompanyRenewal, { dueDate: renewed(company.due_date, today, months), planId, at: now })
  return { hasOtherPlan }
}

/** Renews a company on a free plan, which has nothing to pay. Later calls find a future due date and do nothing. */
export async function renewFreeCompany(work: CompanyWork): Promise<void> {
  const {
    due_date: from,
    recurrence,
    time_zone: timeZone,
  } = await work.db.one(lockCompanyForRenewal, { paidPlanId: null })
  const today = dayOf(work.now, timeZone)
  if (from > today) return
  const until = dueDateAfterPayment(from, today, monthsPerPayment(recurrence))

  await work.db.run(saveCompanyRenewal, { dueDate: until, planId: null, at: work.now })
  work.record(companyChanged, { resubscribed: [] })
  await recordAudit(work, {
    act: 'company.extended',
    subject: { id: work.companyId },
    detail: { from, until },
  })
}
