/** How often a company pays, and so how many months each payment buys (COMPANY-06). */
const months = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const
export type Recurrence = keyof typeof months
export const recurrences = Object.keys(months) as [Recurrence, ...Recurrence[]] // the keys of the table

/** The months that one payment buys. */
export function monthsOf(recurrence: Recurrence): number {
  return months[recurrence]
}

/**
 * The same day so many months later, or earlier for a negative count: `2026-11-20`. In a shorter month, its last day.
 */
export function monthsAfter(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  const later = new Date(Date.UTC(year, month - 1 + count, Math.min(date, lastOfMonth)))
  return later.toISOString().slice(0, 10)
}

/** The due date after `+ Vencimento`: one recurrence after the current one, even where that has passed (COMPANY-06). */
export function extendedBy(recurrence: Recurrence, day: string): string {
  return monthsAfter(day, months[recurrence])
}

/**
 * The due date after one more payment for so many months: counted from the later of the old due date and today
 * (SUBSCR-11).
 */
export function renewedUntil(dueDate: string, today: string, bought: number): string {
  return monthsAfter(dueDate > today ? dueDate : today, bought)
}

/**
 * The same for a company that changes to a dearer plan. It paid a lower price or nothing for its remaining days, so at
 * most one payment's worth of them becomes days of the new plan (docs/features/billing.md).
 */
export function renewedForDearer(dueDate: string, today: string, bought: number): string {
  const kept = monthsAfter(today, bought)
  return renewedUntil(dueDate < kept ? dueDate : kept, today, bought)
}
