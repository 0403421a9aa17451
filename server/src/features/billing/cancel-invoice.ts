import type { InvoiceId } from '@balcao/domain/ids'
import type { UnpaidInvoiceAction } from '@balcao/domain/invoices'
import type { PersonActor } from '@balcao/domain/people'
import type { CompanyWork } from '../../platform/work'
import { auditAuthorOf, recordAudit } from '../audit/record-audit'
import { companyChanged } from '../companies/companies.events'
import { invoiceToPay } from './billing.access'
import { lockOpenInvoice, markInvoiceCancelled, markInvoicePaid } from './billing.queries'

/** Cancels an open invoice. A payment that still arrives waits for a decision by the platform's owner. */
export async function cancelInvoice(work: CompanyWork, id: InvoiceId, owner: PersonActor): Promise<void> {
  const invoice = await invoiceToPay(work, id)

  await work.db.run(markInvoiceCancelled, { id, at: work.now })

  work.record(companyChanged, { resubscribed: [] })
  await recordAudit(work, {
    act: 'invoice.cancelled',
    subject: { id },
    detail: { value: invoice.value },
    ...auditAuthorOf(owner),
  })
}

/** Keeps, cancels or marks as paid a company's open invoice when the platform's owner extends the due date by hand. */
export async function closeOpenInvoiceOnExtension(
  work: CompanyWork,
  { openInvoice, owner }: { readonly openInvoice: UnpaidInvoiceAction; readonly owner: PersonActor },
): Promise<void> {
  if (openInvoice === 'keep') return
  const invoice = await work.db.row(lockOpenInvoice)
  if (invoice === null) return
  if (openInvoice === 'cancel') return cancelInvoice(work, invoice.id, owner)

  await work.db.run(markInvoicePaid, {
    id: invoice.id,
    detail: invoice.detail,
    value: invoice.value,
    at: work.now,
  })
  await recordAudit(work, {
    act: 'invoice.confirmed',
    subject: { id: invoice.id },
    detail: { value: invoice.value },
    ...auditAuthorOf(owner),
  })
}
