import { invoiceDetail, priceOfMonths } from '@balcao/domain/invoices'
import { monthsPerPayment } from '@balcao/domain/recurrence'
import type { CompanyWork } from '../../platform/work'
import {
  type InvoiceRow,
  type InvoiceTermsRow,
  insertInvoices,
  lockOpenInvoice,
  type OfferedPlanRow,
  repriceInvoices,
} from './billing.queries'

export function priceOfInvoiceTerms({ plan_value, recurrence }: InvoiceTermsRow): number {
  return priceOfMonths(plan_value, monthsPerPayment(recurrence))
}

/** Turns the terms of many invoices into column arrays, the parameters of `insertInvoices` and `repriceInvoices`. */
export function invoicePriceColumns(terms: readonly InvoiceTermsRow[]) {
  return {
    companies: terms.map(({ company_id }) => company_id),
    plans: terms.map(({ plan_id }) => plan_id),
    recurrences: terms.map(({ recurrence }) => recurrence),
    details: terms.map(({ plan_name, recurrence, language }) =>
      invoiceDetail(plan_name, monthsPerPayment(recurrence), language),
    ),
    values: terms.map(priceOfInvoiceTerms),
    dueDates: terms.map(({ due_date }) => due_date),
  }
}

/** The open invoice or a new one: for the company's own plan or, if that is free, for the plan chosen at checkout. */
export async function findOrCreateInvoice(
  { db, now }: CompanyWork,
  own: OfferedPlanRow,
  chosen: OfferedPlanRow,
): Promise<InvoiceRow> {
  await db.run(insertInvoices, { ...invoicePriceColumns([own.plan_value > 0 ? own : chosen]), at: now })
  return db.one(lockOpenInvoice)
}

/** Reprices an open invoice by the company's current plan and recurrence at once, without waiting for the job. */
export async function repriceInvoice(
  { db, now }: CompanyWork,
  invoice: InvoiceRow,
  own: OfferedPlanRow,
): Promise<InvoiceRow> {
  if (own.plan_value === 0 || invoiceHasTerms(invoice, own)) return invoice
  await db.run(repriceInvoices, { ...invoicePriceColumns([own]), at: now })
  return db.one(lockOpenInvoice)
}

export function invoiceHasTerms(invoice: InvoiceRow, { plan_id, recurrence }: InvoiceTermsRow): boolean {
  return invoice.plan_id === plan_id && invoice.recurrence === recurrence
}
