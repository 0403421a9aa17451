const months = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const
export type BillingRecurrence = keyof typeof months
// the cast restores the key types, which `Object.keys` loses
export const billingRecurrences = Object.keys(months) as [BillingRecurrence, ...BillingRecurrence[]]

export function monthsPerPayment(recurrence: BillingRecurrence): number {
  return months[recurrence]
}

/** The same day `count` months later, or earlier if negative. In a shorter month, its last day. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  const later = new Date(Date.UTC(year, month - 1 + count, Math.min(date, lastOfMonth)))
  return later.toISOString().slice(0, 10)
}

/** The due date one billing period later, even when the old date has passed (COMPANY-06). */
export function dueDateAfterRecurrence(recurrence: BillingRecurrence, day: string): string {
  return addMonths(day, months[recurrence])
}

/** Adds the bought months to the later of the old due date and today (SUBSCR-11). */
export function dueDateAfterPayment(dueDate: string, today: string, bought: number): string {
  return addMonths(dueDate > today ? dueDate : today, bought)
}

/**
 * The due date after a payment for a dearer plan. Days already paid at the lower price still count, up to the
 * length of `bought` months (docs/features/billing.md).
 */
export function dueDateAfterPlanUpgrade(dueDate: string, today: string, bought: number): string {
  const kept = addMonths(today, bought)
  return dueDateAfterPayment(dueDate < kept ? dueDate : kept, today, bought)
}
