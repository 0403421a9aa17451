import * as calls from '@balcao/contract/billing'
import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type { InstallationMailService } from '../../outside/mail/port'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import {
  callerRoute,
  type PublicCaller,
  platformRoute,
  publicRoute,
  readRoute,
} from '../../platform/http/route'
import { saveSupportContact } from '../companies/billing-data'
import { companyDueDateExtended } from '../companies/companies.hooks'
import { beginPayment, type PaymentDependencies } from './begin-payment'
import { invoiceToRead } from './billing.access'
import { paymentArrived, undecidedPaymentCountChanged } from './billing.events'
import { listInvoices, listPlatformInvoices, readCheckout } from './billing.read'
import { invoiceView } from './billing.view'
import { closeOpenInvoiceOnExtension } from './cancel-invoice'
import { cancelInvoiceByOwner, confirmPayment, markPaymentsHandled } from './confirm-payment'
import { invoiceMailJob } from './mail-invoices'
import { buildSandboxWebhookNotice, handlePaymentWebhookNotice } from './payment-notices'

export function billingFeature(
  parts: PaymentDependencies & { readonly mail: InstallationMailService | null },
): Feature {
  const receiveNotice = async (
    { workplace }: PublicCaller,
    { query, body }: Pick<ParsedInputOf<typeof calls.paymentWebhook>, 'query' | 'body'>,
  ) => {
    await handlePaymentWebhookNotice(workplace, { hmac: query.hmac, pix: body.pix }, parts)
    return { ok: true as const }
  }
  return {
    name: 'billing',
    routes: [
      readRoute(calls.listInvoices, (work, { query }) => listInvoices(work, query)),
      readRoute(calls.getInvoice, async (work, { params }) =>
        invoiceView(await invoiceToRead(work, params.invoiceId)),
      ),
      readRoute(calls.getCheckout, (work) => readCheckout(work, parts.provider?.name ?? null)),
      callerRoute(calls.createSubscription, (caller, { body }) => beginPayment(caller, body, parts)),
      publicRoute(calls.paymentWebhook, receiveNotice),
      publicRoute(calls.paymentWebhookWithSuffix, receiveNotice),
      readRoute(calls.simulatePayment, (work, { body }) =>
        buildSandboxWebhookNotice(work, body.txid, parts.provider),
      ),
      platformRoute(calls.listPlatformInvoices, (work, { query }) => listPlatformInvoices(work, query)),
      callerRoute(calls.confirmPayment, (caller, { params, body }) =>
        confirmPayment(caller, params.invoiceId, body.txid),
      ),
      callerRoute(calls.cancelInvoice, (caller, { params }) =>
        cancelInvoiceByOwner(caller, params.invoiceId),
      ),
      callerRoute(calls.markPaymentHandled, (caller, { params }) =>
        markPaymentsHandled(caller, params.invoiceId),
      ),
      platformRoute(calls.saveSupportContact, (work, { body }) => saveSupportContact(work, body)),
    ],
    jobs: [invoiceMailJob(parts.mail)],
    events: [paymentArrived, undecidedPaymentCountChanged],
    hooks: [onHook(companyDueDateExtended, closeOpenInvoiceOnExtension)],
  }
}
