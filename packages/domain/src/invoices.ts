export const invoiceStatuses = ['open', 'paid', 'cancelled'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** What happens to an open invoice when its company's due date moves: `settle` marks it as paid. */
export const unpaidInvoiceActions = ['settle', 'cancel', 'keep'] as const
export type UnpaidInvoiceAction = (typeof unpaidInvoiceActions)[number]

/**
 * Why a payment needs a decision of the platform's owner. `differs`: its amount is wrong. `surplus`: the
 * invoice was already paid. `cancelled`: it was cancelled. `exceeds`: the company is larger than the paid
 * plan.
 */
export const paymentAttentionReasons = ['differs', 'surplus', 'cancelled', 'exceeds'] as const
export type PaymentAttentionReason = (typeof paymentAttentionReasons)[number]

/** The server creates the next invoice when the due date is less than this many days away (INVOICE-08). */
export const invoiceDaysBeforeDueDate = 20

export function priceOfMonths(monthly: number, months: number): number {
  return (Math.round(monthly * 100) * months) / 100
}

/** The invoice's text (INVOICE-08): the plan's name, and the number of months if there are several. */
export function invoiceDetail(plan: string, months: number, language: string): string {
  return months === 1 ? plan : `${plan} · ${months} ${language === 'en' ? 'months' : 'meses'}`
}

/**
 * The invoice's status on screens: an open one is late from the day after its due date (INVOICE-03 to
 * INVOICE-05). Days are such as `2026-11-20`.
 */
export function shownInvoiceStatus(
  { status, dueDate }: { readonly status: InvoiceStatus; readonly dueDate: string },
  today: string,
): 'paid' | 'cancelled' | 'late' | 'open' {
  if (status !== 'open') return status
  return dueDate < today ? 'late' : 'open'
}
