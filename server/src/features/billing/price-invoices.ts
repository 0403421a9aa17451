import { invoiceDetail, priceOfMonths } from '@balcao/domain/invoices'
import { monthsPerPayment } from '@balcao/domain/recurrence'
import type { CompanyWork } from '../../platform/work'
import {
  type InvoiceRow,
  insertInvoices,
  lockOpenInvoice,
  type OfferedPlanRow,
  repriceInvoices,
  type TermsRow,
} from './billing.queries'

/** The price of a plan for the months of the recurrence. */
export function priceOfTerms({ plan_value, recurrence }: TermsRow): number {
  return priceOfMonths(plan_value, monthsPerPayment(recurrence))
}

/** The terms of many invoices as column arrays, the parameters of `insertInvoices` and `repriceInvoices`. */
export function invoicePriceColumns(terms: readonly TermsRow[]) {
  return {
    companies: terms.map(({ company_id }) => company_id),
    plans: terms.map(({ plan_id }) => plan_id),
    recurrences: terms.map(({ recurrence }) => recurrence),
    details: terms.map(({ plan_name, recurrence, language }) =>
      invoiceDetail(plan_name, monthsPerPayment(recurrence), language),
    ),
    values: terms.map(priceOfTerms),
    dueDates: terms.map(({ due_date }) => due_date),
  }
}

/**
 * Returns the company's open invoice. Without one, creates it for the company's own plan or, if that is free,
 * for the chosen plan.
 */
export async function findOrCreateInvoice(
  { db, now }: CompanyWork,
  own: OfferedPlanRow,
  chosen: OfferedPlanRow,
): Promise<InvoiceRow> {
  await db.run(insertInvoices, { ...invoicePriceColumns([own.plan_value > 0 ? own : chosen]), at: now })
  return db.one(lockOpenInvoice)
}

/** Reprices the invoice by the company's current plan and recurrence; the job would do so within a minute. */
export async function repriceInvoice(
  { db, now }: CompanyWork,
  invoice: InvoiceRow,
  own: OfferedPlanRow,
): Promise<InvoiceRow> {
  if (own.plan_value === 0 || hasTermsOf(invoice, own)) return invoice
  await db.run(repriceInvoices, { ...invoicePriceColumns([own]), at: now })
  return db.one(lockOpenInvoice)
}

export function hasTermsOf(invoice: InvoiceRow, { plan_id, recurrence }: TermsRow): boolean {
  return invoice.plan_id === plan_id && invoice.recurrence === recurrence
}
