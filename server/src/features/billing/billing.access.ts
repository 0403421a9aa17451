import type { InvoiceId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { type InvoiceRow, invoiceById, lockInvoice } from './billing.queries'

type BillingWork = Pick<CompanyWork, 'db'>

export async function invoiceToRead({ db }: BillingWork, id: InvoiceId): Promise<InvoiceRow> {
  return requireInvoice(await db.row(invoiceById, { id }))
}

/** An open invoice, locked until the transaction ends. */
export async function invoiceToPay({ db }: BillingWork, id: InvoiceId): Promise<InvoiceRow> {
  const invoice = requireInvoice(await db.row(lockInvoice, { id }))
  if (invoice.status === 'paid') throw refuse('ERR_INVOICE_PAID')
  if (invoice.status === 'cancelled') throw refuse('ERR_INVOICE_CANCELLED')
  return invoice
}

function requireInvoice(invoice: InvoiceRow | null): InvoiceRow {
  if (invoice === null) throw refuse('ERR_NO_INVOICE_FOUND')
  return invoice
}
