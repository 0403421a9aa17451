/** The status of an invoice, in the database and on the wire (INVOICE-01). */
export const invoiceStatuses = ['open', 'paid', 'cancelled'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/**
 * The choices for an open invoice when an admin moves its company's due date: mark it as paid, cancel it, or keep it
 * open.
 */
export const openInvoiceChoices = ['settle', 'cancel', 'keep'] as const
export type OpenInvoiceChoice = (typeof openInvoiceChoices)[number]

/**
 * Why a payment needs a person: its amount differs, its invoice was already paid or is cancelled, or the company
 * exceeds the limits of the paid plan.
 */
export const paymentAttentions = ['differs', 'surplus', 'cancelled', 'exceeds'] as const
export type PaymentAttention = (typeof paymentAttentions)[number]

/** The next invoice is created when the due date is fewer days away than this (INVOICE-08). */
export const invoiceDaysAhead = 20

/** The price of so many months: the plan's value is the price of one. In BRL, to the cent. */
export function priceOf(monthly: number, months: number): number {
  return (Math.round(monthly * 100) * months) / 100
}

/** The text of an invoice (INVOICE-08): the plan, and the number of months if there are several. */
export function invoiceDetail(plan: string, months: number, language: string): string {
  return months === 1 ? plan : `${plan} · ${months} ${language === 'en' ? 'months' : 'meses'}`
}

/**
 * The status that a list shows: an open invoice is late from the day after its due date (INVOICE-03 to INVOICE-05).
 * Days as `2026-11-20`.
 */
export function shownInvoiceStatus(
  { status, dueDate }: { readonly status: InvoiceStatus; readonly dueDate: string },
  today: string,
): 'paid' | 'cancelled' | 'late' | 'open' {
  if (status !== 'open') return status
  return dueDate < today ? 'late' : 'open'
}
