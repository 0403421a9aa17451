import type { InvoiceId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { type InvoiceRow, invoiceById, lockInvoice } from './billing.queries'

type BillingWork = Pick<CompanyWork, 'db'>

export async function invoiceToRead({ db }: BillingWork, id: InvoiceId): Promise<InvoiceRow> {
  return rowOrRefuse(await db.row(invoiceById, { id }), 'ERR_NO_INVOICE_FOUND')
}

/** An open invoice, locked for its payment. Refuses one that is paid or cancelled. */
export async function invoiceToPay({ db }: BillingWork, id: InvoiceId): Promise<InvoiceRow> {
  const invoice = rowOrRefuse(await db.row(lockInvoice, { id }), 'ERR_NO_INVOICE_FOUND')
  if (invoice.status === 'paid') throw refuse('ERR_INVOICE_PAID')
  if (invoice.status === 'cancelled') throw refuse('ERR_INVOICE_CANCELLED')
  return invoice
}
