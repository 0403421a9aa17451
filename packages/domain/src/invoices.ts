/** The status of an invoice, in the database and on the wire (INVOICE-01). */
export const invoiceStatuses = ['open', 'paid', 'cancelled'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/**
 * What to do with an open invoice when the platform's owner moves a company's due date: `settle` marks it
 * paid, `keep` leaves it open.
 */
export const unpaidInvoiceActions = ['settle', 'cancel', 'keep'] as const
export type UnpaidInvoiceAction = (typeof unpaidInvoiceActions)[number]

/**
 * Why the platform's owner must look at a payment: the amount differs, the invoice was already paid or is
 * cancelled, or the company exceeds the limits of the paid plan.
 */
export const paymentAttentionReasons = ['differs', 'surplus', 'cancelled', 'exceeds'] as const
export type PaymentAttentionReason = (typeof paymentAttentionReasons)[number]

/** The server creates the next invoice when the due date is less than this many days away (INVOICE-08). */
export const invoiceDaysBeforeDueDate = 20

/** The price of several months in BRL, rounded to the cent. */
export function priceOfMonths(monthly: number, months: number): number {
  return (Math.round(monthly * 100) * months) / 100
}

/** The invoice's text (INVOICE-08): the plan's name, and the number of months if there are several. */
export function invoiceDetail(plan: string, months: number, language: string): string {
  return months === 1 ? plan : `${plan} · ${months} ${language === 'en' ? 'months' : 'meses'}`
}

/**
 * The status that lists show: an open invoice is late from the day after its due date (INVOICE-03 to
 * INVOICE-05). Days are written as `2026-11-20`.
 */
export function shownInvoiceStatus(
  { status, dueDate }: { readonly status: InvoiceStatus; readonly dueDate: string },
  today: string,
): 'paid' | 'cancelled' | 'late' | 'open' {
  if (status !== 'open') return status
  return dueDate < today ? 'late' : 'open'
}
