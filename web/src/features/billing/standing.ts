import type { InvoiceView } from '@balcao/contract/billing'
import type { SessionUser } from '@balcao/contract/people'
import type { PlanView } from '@balcao/contract/plans'
import { dayOf } from '@balcao/domain/days'
import { shownInvoiceStatus } from '@balcao/domain/invoices'
import { dueDateAfterPayment, dueDateAfterPlanUpgrade } from '@balcao/domain/recurrence'

export function invoiceStateOf(invoice: InvoiceView, now: number, timeZone: string) {
  return shownInvoiceStatus(invoice, dayOf(new Date(now), timeZone))
}

/** The last paid day, as `2026-12-20`, after the company pays `months` months of the chosen plan (SUBSCR-11). */
export function lastDayAfterPayment(
  { dueDate, timeZone, plan: own }: SessionUser['company'],
  chosen: PlanView | null,
  months: number,
  now: number,
): string {
  const isDearer = own !== null && chosen !== null && chosen.id !== own.id && chosen.value > own.value
  const renewed = isDearer ? dueDateAfterPlanUpgrade : dueDateAfterPayment
  return renewed(dayOf(new Date(dueDate), timeZone), dayOf(new Date(now), timeZone), months)
}

/** Formats a calendar day: `2026-11-20` becomes `20/11/2026`. */
export function formatBillingDay(day: string): string {
  return day.split('-').reverse().join('/')
}
