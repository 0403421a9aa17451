/** Of an invoice, as the database and the wire know it (INVOICE-01). */
export const invoiceStatuses = ['open', 'paid', 'cancelled'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** What becomes of an open invoice when its company's due date is moved by hand: it was paid by other ways, nobody owes it
 *  any more, or it stays. */
export const openInvoiceChoices = ['settle', 'cancel', 'keep'] as const
export type OpenInvoiceChoice = (typeof openInvoiceChoices)[number]

/** Why a payment waits for a person: another amount came, its invoice was paid already or cancelled, or the plan that it
 *  brought holds less than the company has. */
export const paymentAttentions = ['differs', 'surplus', 'cancelled', 'exceeds'] as const
export type PaymentAttention = (typeof paymentAttentions)[number]

/** The next invoice is made when the due date is fewer days away than this (INVOICE-08). */
export const invoiceDaysAhead = 20

/** What so many months of a plan cost: the plan's value is the price of one. In BRL, to the cent. */
export function priceOf(monthly: number, months: number): number {
  return (Math.round(monthly * 100) * months) / 100
}

/** What stands on an invoice (INVOICE-08): the plan, and the months where they are more than one. */
export function invoiceDetail(plan: string, months: number, language: string): string {
  return months === 1 ? plan : `${plan} · ${months} ${language === 'en' ? 'months' : 'meses'}`
}

/** What a list says of an invoice: an open one is late from the day after its due date (INVOICE-03 to INVOICE-05). Days as `2026-11-20`. */
export function invoiceStanding(
  { status, dueDate }: { readonly status: InvoiceStatus; readonly dueDate: string },
  today: string,
): 'paid' | 'cancelled' | 'late' | 'open' {
  if (status !== 'open') return status
  return dueDate < today ? 'late' : 'open'
}
