/** Of an invoice, as the database and the wire know it (INVOICE-01). */
export const invoiceStatuses = ['open', 'paid'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** Why a payment waits for a person: another amount came, its invoice was paid already, or the plan that it brought holds
 *  less than the company has. */
export const paymentAttentions = ['differs', 'surplus', 'exceeds'] as const
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
): 'paid' | 'late' | 'open' {
  if (status === 'paid') return 'paid'
  return dueDate < today ? 'late' : 'open'
}
