import type { InvoiceId } from '@balcao/domain/ids'
import type { OpenInvoiceChoice } from '@balcao/domain/invoices'
import type { PersonActor } from '@balcao/domain/people'
import type { CompanyWork } from '../../platform/work'
import { doneBy, recordAudit } from '../audit/record-audit'
import { companyChanged } from '../companies/companies.events'
import { invoiceToPay } from './billing.access'
import { lockOpenInvoice, markCancelled, markPaid } from './billing.queries'

/** Nobody owes this open invoice any more. A payment that comes all the same waits for a person. */
export async function cancelInvoice(work: CompanyWork, id: InvoiceId, owner: PersonActor): Promise<void> {
  const invoice = await invoiceToPay(work, id)

  await work.db.run(markCancelled, [id, work.now])

  work.record(companyChanged, { resubscribed: [] })
  await recordAudit(work, {
    act: 'invoice.cancelled',
    subject: { id },
    detail: { value: invoice.value },
    ...doneBy(owner),
  })
}

/** The company was renewed by hand: what it owed for that is paid, or owed no more, in the same act (docs/features/billing.md). */
export async function closeOpenInvoice(
  work: CompanyWork,
  { openInvoice, owner }: { readonly openInvoice: OpenInvoiceChoice; readonly owner: PersonActor },
): Promise<void> {
  if (openInvoice === 'keep') return
  const invoice = await work.db.row(lockOpenInvoice, [])
  if (invoice === null) return
  if (openInvoice === 'cancel') return cancelInvoice(work, invoice.id, owner)

  await work.db.run(markPaid, [invoice.id, invoice.detail, invoice.value, work.now])
  await recordAudit(work, {
    act: 'invoice.confirmed',
    subject: { id: invoice.id },
    detail: { value: invoice.value },
    ...doneBy(owner),
  })
}
