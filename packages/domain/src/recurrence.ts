/** The number of months that each payment covers (COMPANY-06). */
const months = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const
export type BillingRecurrence = keyof typeof months
// the cast restores the key types, which `Object.keys` loses
export const billingRecurrences = Object.keys(months) as [BillingRecurrence, ...BillingRecurrence[]]

/** The number of months that one payment covers. */
export function monthsPerPayment(recurrence: BillingRecurrence): number {
  return months[recurrence]
}

/**
 * The same day of the month `count` months later (or earlier, if negative). In a shorter month, its last day.
 */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  const later = new Date(Date.UTC(year, month - 1 + count, Math.min(date, lastOfMonth)))
  return later.toISOString().slice(0, 10)
}

/**
 * The due date after the button `+ Vencimento`: one recurrence later, even when the old date has passed
 * (COMPANY-06).
 */
export function dueDateAfterRecurrence(recurrence: BillingRecurrence, day: string): string {
  return addMonths(day, months[recurrence])
}

/**
 * The due date after a payment for `bought` months, counted from the later of the old due date and today
 * (SUBSCR-11).
 */
export function dueDateAfterPayment(dueDate: string, today: string, bought: number): string {
  return addMonths(dueDate > today ? dueDate : today, bought)
}

/**
 * Like `dueDateAfterPayment`, for a change to a more expensive plan. The remaining days were paid at a lower
 * price, or not at all, so at most `bought` months of them count as days of the new plan
 * (docs/features/billing.md).
 */
export function dueDateAfterPlanUpgrade(dueDate: string, today: string, bought: number): string {
  const kept = addMonths(today, bought)
  return dueDateAfterPayment(dueDate < kept ? dueDate : kept, today, bought)
}
