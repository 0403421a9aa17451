import type { PlatformInvoiceView } from '@balcao/contract/billing'
import type { InvoiceId } from '@balcao/domain/ids'
import type { UserCaller } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { auditAuthorOf, recordAudit } from '../audit/record-audit'
import { recordCompaniesChanged } from '../companies/record-companies-changed'
import { confirmPaymentByHand } from './apply-payment'
import { companyOfInvoice, platformInvoiceById } from './billing.queries'
import { platformInvoiceView } from './billing.view'
import { cancelInvoice } from './cancel-invoice'
import { markChargesHandled } from './charges.queries'
import { notifyOwnersOfUndecidedPayments } from './notify-platform-owners'

export function confirmPayment(
  caller: UserCaller,
  id: InvoiceId,
  txid: string,
): Promise<PlatformInvoiceView> {
  return afterActOn(caller, id, (work) => confirmPaymentByHand(work, id, txid, caller.actor))
}

export function cancelInvoiceByOwner(caller: UserCaller, id: InvoiceId): Promise<PlatformInvoiceView> {
  return afterActOn(caller, id, (work) => cancelInvoice(work, id, caller.actor))
}

/** The platform's owner has refunded the money or contacted the company: marks the payments as handled. */
export function markPaymentsHandled(caller: UserCaller, id: InvoiceId): Promise<PlatformInvoiceView> {
  return afterActOn(caller, id, async (work) => {
    const handled = await work.db.rows(markChargesHandled, { invoiceId: id, at: work.now })
    if (handled.length === 0) return
    await recordAudit(work, { act: 'invoice.handled', subject: { id }, ...auditAuthorOf(caller.actor) })
  })
}

/** Runs a change in the company of the invoice for the platform's owner, and returns the invoice afterwards. */
async function afterActOn(
  { actOnPlatform, actIn }: UserCaller,
  id: InvoiceId,
  act: (work: CompanyWork) => Promise<void>,
): Promise<PlatformInvoiceView> {
  const found = await actOnPlatform(({ db }) => db.row(companyOfInvoice, { id }))
  if (found === null) throw refuse('ERR_NO_INVOICE_FOUND')
  const view = await actIn(found.company_id, async (work) => {
    await act(work)
    return platformInvoiceView(await work.db.one(platformInvoiceById, { id }))
  })
  await actOnPlatform(async (work) => {
    await notifyOwnersOfUndecidedPayments(work)
    await recordCompaniesChanged(work)
  })
  return view
}
