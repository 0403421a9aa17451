import type { InvoiceView } from '@balcao/contract/billing'
import { dayOf } from '@balcao/domain/days'
import { invoiceStanding } from '@balcao/domain/invoices'

/** What the list says of an invoice today, in the company's calendar (INVOICE-03 to INVOICE-05). */
export function standingOf(invoice: InvoiceView, now: number, timeZone: string) {
  return invoiceStanding(invoice, dayOf(new Date(now), timeZone))
}

/** `20/11/2026` of a plain day. */
export function dayWords(day: string): string {
  return day.split('-').reverse().join('/')
}
