import type { CompanyId, InvoiceId, PlanId } from '@balcao/domain/ids'
import { invoiceStatuses, paymentAttentionReasons } from '@balcao/domain/invoices'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { supportContact } from './people'
import {
  emptyToNull,
  emptyToUndefined,
  idParam,
  idSchema,
  instant,
  pageFields,
  pagingQuery,
  requiredText,
  textField,
  textOrEmpty,
} from './wire-values'

const daySchema = z.iso.date()
const manage = { access: 'payments.manage', planFlag: 'none' } as const
const pay = { access: 'invoices.pay', planFlag: 'none' } as const
const billingParams = z.object({ invoiceId: idParam<InvoiceId>() })

export const invoice = z.object({
  id: idSchema<InvoiceId>(),
  detail: z.string(),
  /** In reais, not centavos. */
  value: z.number(),
  /** A day of the company's calendar: `2026-11-20`. */
  dueDate: daySchema,
  status: z.enum(invoiceStatuses),
  /** Why a payment of this invoice needs a decision of the platform's owner. */
  attention: z.enum(paymentAttentionReasons).nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type InvoiceView = z.output<typeof invoice>

export const listInvoices = endpoint('GET /invoices/all', {
  name: 'invoices.list',
  summary: 'Invoices of the own company by page, newest first; an expired company may ask too',
  ...pay,
  query: z.object(pagingQuery),
  answer: z.object({ invoices: z.array(invoice), ...pageFields }),
})

export const getInvoice = endpoint('GET /invoices/:invoiceId', {
  name: 'invoices.get',
  summary: 'One invoice of the own company',
  ...pay,
  params: billingParams,
  answer: invoice,
  errors: ['ERR_NO_INVOICE_FOUND'],
})

const paymentProviders = ['efi', 'static', 'sandbox'] as const

export const getCheckout = endpoint('GET /subscription', {
  name: 'subscription.get',
  summary: 'Billing data of the own company, and how it can pay',
  ...pay,
  answer: z.object({
    provider: z.enum(paymentProviders).nullable(),
    planId: idSchema<PlanId>(),
    /** The number of months that one payment covers; a plan's `value` is the price of one month. */
    months: z.number().int(),
    billing: z.object({
      name: z.string(),
      address: z.string(),
      city: z.string(),
      state: z.string(),
      zipcode: z.string(),
    }),
  }),
})

/** The countries that the checkout offers (SUBSCR-03). */
export const checkoutCountries = ['Brasil', 'United States'] as const

/** Extracts the plan's id: clients of the earlier API send the whole plan as a JSON text. */
function planIdOf(value: unknown): unknown {
  if (typeof value === 'string' && value.trim().startsWith('{')) {
    try {
      return planIdOf(JSON.parse(value))
    } catch {
      return value // The text is not JSON, so the schema that runs next refuses it.
    }
  }
  if (typeof value !== 'object' || value === null) return emptyToUndefined(value)
  return 'planId' in value ? value.planId : 'id' in value ? value.id : value
}

/** For card data: accepts a field but discards its value, so that no code can read it (SUBSCR-06). */
const dropped = z
  .unknown()
  .optional()
  .transform(() => undefined)

/**
 * The checkout form (SUBSCR-05). Clients of the earlier API send card data and prices. The schema drops them,
 * so the server neither stores nor logs them, and reads prices from its own plan.
 */
export const subscriptionForm = z.object({
  firstName: requiredText(100, 'O nome completo é obrigatório'),
  lastName: textOrEmpty(100),
  address2: requiredText(200, 'O Endereço é obrigatório'),
  city: requiredText(100, 'Cidade é obrigatória'),
  state: textOrEmpty(50),
  zipcode: requiredText(20, 'CEP é obrigatório'),
  country: z.enum(checkoutCountries, {
    error: ({ input }) => ((emptyToNull(input) ?? null) === null ? 'País é obrigatório' : 'Invalid country'),
  }),
  useAddressForPaymentDetails: dropped,
  nameOnCard: dropped,
  cardNumber: dropped,
  cvv: dropped,
  plan: z.preprocess(planIdOf, idParam<PlanId>().optional()),
  price: dropped,
  users: dropped,
  connections: dropped,
  /** The invoice to pay. Omitted: the server uses the company's open invoice, or creates one. */
  invoiceId: z.preprocess(emptyToUndefined, idParam<InvoiceId>().optional()),
})

/** The checkout form after validation. The server fills empty payer fields from the company's data. */
const subscriptionRequest = subscriptionForm.extend({
  firstName: textOrEmpty(100),
  address2: textOrEmpty(200),
  city: textOrEmpty(100),
  zipcode: textOrEmpty(20),
  country: z.preprocess(emptyToUndefined, subscriptionForm.shape.country.optional()),
})
export type SubscriptionRequest = z.output<typeof subscriptionRequest>

/** A Pix that waits for its payment, in the field names of the Central Bank's API (SUBSCR-07). */
const pixCharge = z.object({
  txid: z.string(),
  invoiceId: idSchema<InvoiceId>(),
  status: z.enum(['ATIVA', 'CONCLUIDA']),
  calendario: z.object({ criacao: instant, expiracao: z.number().int().nullable() }),
  /** The amount in reais as text, such as `99.90`. */
  valor: z.object({ original: z.string() }),
  /** The text of the QR code; users can also copy it into their bank's app. */
  qrcode: z.object({ qrcode: z.string() }),
  provider: z.enum(paymentProviders),
})
export type PixChargeView = z.output<typeof pixCharge>

export const createSubscription = endpoint('POST /subscription', {
  name: 'subscription.create',
  summary: 'Stores the payer, and returns the Pix of an invoice, by default of the open one',
  ...pay,
  closedToSupport: true,
  body: subscriptionRequest,
  answer: pixCharge,
  errors: [
    'ERR_NO_INVOICE_FOUND',
    'ERR_INVOICE_PAID',
    'ERR_INVOICE_CANCELLED',
    'ERR_NO_PLAN_FOUND',
    'ERR_PLAN_TOO_SMALL',
    'ERR_PLAN_PAID_AHEAD',
    'ERR_NO_PAYMENT_PROVIDER',
    'ERR_PAYMENT_PROVIDER',
  ],
})

const inboundPix = z.object({
  txid: textField(35).default(''),
  endToEndId: textField(64).default(''),
  /** The amount in reais as text, such as `99.90`. */
  valor: textField(20).default(''),
})
type ReportedPixPayment = z.output<typeof inboundPix>

const nothingPaid: ReportedPixPayment[] = []
const notice = {
  /** The secret or signature in the webhook's address, which proves that the payment provider calls it. */
  query: z.object({ hmac: z.preprocess((value) => value ?? '', textField(200)) }),
  body: z.object({
    /** `teste_webhook` when the payment provider only tests the address; no payment has arrived. */
    evento: z.preprocess((value) => value ?? '', textField(100)),
    pix: z.preprocess((value) => value ?? nothingPaid, z.array(inboundPix).max(1_000)),
  }),
  answer: z.object({ ok: z.literal(true) }),
  errors: ['ERR_PAYMENT_SIGNATURE', 'ERR_PAYMENT_PROVIDER'],
} as const

export const paymentWebhook = endpoint('POST /subscription/webhook', {
  name: 'subscription.webhook',
  summary:
    'Receives a payment notice of the provider; it is signed, and verified with the provider before it counts',
  access: 'public',
  planFlag: 'none',
  ...notice,
})

/** The payment webhook at a second path: the payment provider Efí appends `/pix` to the registered one. */
export const paymentWebhookWithSuffix = endpoint('POST /subscription/webhook/:type', {
  name: 'subscription.webhookOfType',
  summary: 'The same, for a provider that appends a segment to the address',
  access: 'public',
  planFlag: 'none',
  params: z.object({ type: z.string().max(40) }),
  ...notice,
})

/** Exists only in installations that simulate payments: the demo and tests. */
export const simulatePayment = endpoint('POST /subscription/play', {
  name: 'subscription.play',
  summary: 'Simulates the bank: the signed webhook call for a paid Pix',
  ...pay,
  closedToSupport: true,
  body: z.object({ txid: textField(35) }),
  answer: z.object({ hmac: z.string(), pix: z.array(inboundPix) }),
  errors: ['ERR_NO_INVOICE_FOUND', 'ERR_NO_PAYMENT_PROVIDER'],
})

/** `differs` (wrong amount) and `surplus` (already paid or cancelled) wait for the owner's decision. */
const pixChargeStates = ['open', 'paid', 'differs', 'surplus'] as const

const platformCharge = z.object({
  txid: z.string(),
  provider: z.enum(paymentProviders),
  planName: z.string(),
  amount: z.number(),
  state: z.enum(pixChargeStates),
  paidAmount: z.number().nullable(),
  createdAt: instant,
})

const platformInvoice = invoice.extend({
  company: z.object({ id: idSchema<CompanyId>(), name: z.string(), dueDate: daySchema }),
  /** The charge to show first: one that waits for a decision, else a paid one, else the newest. */
  charge: platformCharge.nullable(),
  /** All Pix charges of the invoice, newest first. Choosing another plan, for example, adds a charge. */
  charges: z.array(platformCharge),
})
export type PlatformInvoiceView = z.output<typeof platformInvoice>

export const listPlatformInvoices = endpoint('GET /payments', {
  name: 'payments.list',
  summary: 'Invoices of every company by page, newest first',
  ...manage,
  query: z.object({ ...pagingQuery, status: z.enum(['', ...invoiceStatuses, 'attention']).default('') }),
  answer: z.object({ invoices: z.array(platformInvoice), ...pageFields }),
})

export const confirmPayment = endpoint('POST /payments/:invoiceId/confirm', {
  name: 'payments.confirm',
  summary: 'Marks an invoice as paid by hand, and renews the company',
  ...manage,
  params: billingParams,
  /** The id of the Pix charge that paid the invoice; empty when the company paid in another way. */
  body: z.object({ txid: z.preprocess((value) => value ?? '', textField(35)) }),
  answer: platformInvoice,
  errors: ['ERR_NO_INVOICE_FOUND', 'ERR_INVOICE_PAID', 'ERR_INVOICE_CANCELLED'],
})

export const cancelInvoice = endpoint('POST /payments/:invoiceId/cancel', {
  name: 'payments.cancel',
  summary: 'Cancels an open invoice; the next one is made for the next period',
  ...manage,
  params: billingParams,
  answer: platformInvoice,
  errors: ['ERR_NO_INVOICE_FOUND', 'ERR_INVOICE_PAID', 'ERR_INVOICE_CANCELLED'],
})

export const markPaymentHandled = endpoint('POST /payments/:invoiceId/handled', {
  name: 'payments.handle',
  summary: 'Marks the payments of an invoice that waited for a person as handled',
  ...manage,
  params: billingParams,
  answer: platformInvoice,
  errors: ['ERR_NO_INVOICE_FOUND'],
})

const optional = (max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    textField(max).trim().nullable(),
  )

export const saveSupportContact = endpoint('PUT /payments/support', {
  name: 'payments.saveSupport',
  summary: 'The contact of the platform for questions about the subscription',
  ...manage,
  body: z.object({ name: requiredText(100), email: optional(254), phone: optional(30) }),
  answer: supportContact,
})
