import { dayOf } from '@balcao/domain/days'
import type { PlanId } from '@balcao/domain/ids'
import { monthsOf, type Recurrence, renewedForDearer, renewedUntil } from '@balcao/domain/recurrence'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { companyChanged } from './companies.events'
import { lockForRenewal, renew } from './renewal.queries'

/** One payment more: paid on from the later of the due date and today (SUBSCR-11), from now on under `planId`, for the
 *  months that were paid: null stands for the company's own recurrence. Of the days of a cheaper plan that it leaves only
 *  one payment's stay, whatever the plans cost when the payment began. True when that is another plan than before. */
export async function renewCompany(
  { db, now }: Pick<CompanyWork, 'db' | 'now'>,
  { planId, recurrence }: { readonly planId: PlanId | null; readonly recurrence: Recurrence | null },
): Promise<{ readonly hasOtherPlan: boolean }> {
  const company = await db.one(lockForRenewal, [planId])
  const today = dayOf(now, company.time_zone)
  const hasOtherPlan = planId !== null && planId !== company.plan_id
  const renewed = company.is_dearer ? renewedForDearer : renewedUntil
  const months = monthsOf(recurrence ?? company.recurrence)
  await db.run(renew, [renewed(company.due_date, today, months), planId, now])
  return { hasOtherPlan }
}

/** A plan that costs nothing goes on by itself when its time is over: nobody could pay for it (docs/features/billing.md). May run
 *  twice: only the first finds the date past. */
export async function renewFreeCompany(work: CompanyWork): Promise<void> {
  const { due_date: from, recurrence, time_zone: timeZone } = await work.db.one(lockForRenewal, [null])
  const today = dayOf(work.now, timeZone)
  if (from > today) return
  const until = renewedUntil(from, today, monthsOf(recurrence))

  await work.db.run(renew, [until, null, work.now])
  work.record(companyChanged, { resubscribed: [] })
  await recordAudit(work, {
    act: 'company.extended',
    subject: { id: work.companyId },
    detail: { from, until },
  })
}
