import type { PixChargeView, SubscriptionRequest } from '@balcao/contract/billing'
import { dayOf } from '@balcao/domain/days'
import { addMonths, monthsPerPayment } from '@balcao/domain/recurrence'
import { PixFailure, type PixProvider } from '../../outside/pix/port'
import type { UserCaller } from '../../platform/http/route'
import type { Log } from '../../platform/log'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { saveBillingData } from '../companies/billing-data'
import { ownCompany } from '../companies/companies.read'
import { invoiceToPay } from './billing.access'
import {
  type InvoiceRow,
  type OfferedPlanRow,
  ownOrOfferedPlan,
  planLimitNames,
  usageOfPlanLimits,
} from './billing.queries'
import { pixChargeView } from './billing.view'
import { insertPixCharge, type PixChargeRow, reusablePixCharge, saveCodeOfPixCharge } from './charges.queries'
import { findOrCreateInvoice, invoiceHasTerms, priceOfInvoiceTerms, repriceInvoice } from './price-invoices'

export interface PaymentDependencies {
  /** Null: this installation takes no payments. */
  readonly provider: PixProvider | null
  readonly log: Pick<Log, 'warn'>
}

const secondMs = 1_000
/** A code with a shorter life could expire while the payer opens the bank's app. */
const leastLifeMs = 300 * secondMs
const firstStatusQueryMs = 60 * secondMs

/** Stores the charge before it calls the provider, so that a retry after a failure reuses the txid (SUBSCR-04). */
export async function beginPayment(
  caller: Pick<UserCaller, 'act'>,
  form: SubscriptionRequest,
  { provider, log }: PaymentDependencies,
): Promise<PixChargeView> {
  if (provider === null) throw refuse('ERR_NO_PAYMENT_PROVIDER')
  const charge = await caller.act((work) => reserveCharge(work, form, provider))
  if (charge.code !== null) return pixChargeView(charge, charge.code)

  const { code } = await askProvider(provider, charge, log)
  await caller.act(({ db }) => db.one(saveCodeOfPixCharge, { txid: charge.txid, code }))
  return pixChargeView(charge, code)
}

async function reserveCharge(
  work: CompanyWork,
  form: SubscriptionRequest,
  provider: PixProvider,
): Promise<PixChargeRow> {
  const { db, now } = work
  const given = form.invoiceId === undefined ? null : await invoiceToPay(work, form.invoiceId)
  const own = await db.one(ownOrOfferedPlan, { id: null })
  const plan = form.plan === undefined ? own : await db.row(ownOrOfferedPlan, { id: form.plan })
  if (plan === null || (given === null && plan.plan_value === 0)) throw refuse('ERR_NO_PLAN_FOUND')
  if (!plan.is_own) await refuseTooSmall(work, plan)
  if (own.plan_value > 0 && plan.plan_value > own.plan_value) await refusePaidAhead(work, own)
  const invoice = await repriceInvoice(work, given ?? (await findOrCreateInvoice(work, own, plan)), own)
  const amount = amountOf(invoice, plan)

  await saveBillingData(work, {
    name: `${form.firstName} ${form.lastName}`.trim(),
    address: form.address2,
    city: form.city,
    state: form.state,
    zipcode: form.zipcode,
  })
  const until = new Date(now.getTime() + leastLifeMs)
  const living = await db.row(reusablePixCharge, {
    invoiceId: invoice.id,
    planId: plan.plan_id,
    recurrence: plan.recurrence,
    provider: provider.name,
    amount,
    until,
  })
  if (living !== null) return living
  const life = provider.expiresAfterSeconds
  return db.one(insertPixCharge, {
    txid: provider.newTxid(invoice.id, work.newUuid().replaceAll('-', '')),
    invoiceId: invoice.id,
    planId: plan.plan_id,
    planName: plan.plan_name,
    recurrence: plan.recurrence,
    provider: provider.name,
    amount,
    at: now,
    expiresAt: life === null ? null : new Date(now.getTime() + life * secondMs),
    askAt: life === null ? null : new Date(now.getTime() + firstStatusQueryMs),
  })
}

/** The invoice's price or, if the plan has other terms and isn't free, the plan's. Never the request's (SUBSCR-06). */
function amountOf(invoice: InvoiceRow, plan: OfferedPlanRow): number {
  return invoiceHasTerms(invoice, plan) || plan.plan_value === 0 ? invoice.value : priceOfInvoiceTerms(plan)
}

async function refuseTooSmall({ db }: CompanyWork, plan: OfferedPlanRow): Promise<void> {
  const there = await db.one(usageOfPlanLimits)
  for (const what of planLimitNames) {
    if (there[what] > plan[what])
      throw refuse('ERR_PLAN_TOO_SMALL', { what, present: there[what], limit: plan[what] })
  }
}

/**
 * Refuses a dearer plan while more than one period is paid in advance: the company would use the dearer plan on days
 * paid at the lower price. Days of a free plan don't carry over, so a company may always change from a free plan.
 */
async function refusePaidAhead(work: CompanyWork, own: OfferedPlanRow): Promise<void> {
  const from = addMonths(own.due_date, -monthsPerPayment(own.recurrence))
  const { time_zone: timeZone } = await ownCompany(work)
  if (from > dayOf(work.now, timeZone)) throw refuse('ERR_PLAN_PAID_AHEAD', { from })
}

async function askProvider(
  provider: PixProvider,
  { txid, amount, invoice_id }: PixChargeRow,
  log: PaymentDependencies['log'],
): Promise<{ readonly code: string }> {
  try {
    return await provider.charge({ txid, amount, text: `#Fatura:${invoice_id}` })
  } catch (error) {
    if (!(error instanceof PixFailure)) throw error
    log.warn({ err: error, txid }, 'the provider of payments gave no Pix')
    throw refuse('ERR_PAYMENT_PROVIDER')
  }
}
