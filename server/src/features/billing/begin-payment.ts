import type { PixChargeView, SubscriptionCall } from '@balcao/contract/billing'
import { dayOf } from '@balcao/domain/days'
import { monthsAfter, monthsOf } from '@balcao/domain/recurrence'
import { PixFailure, type PixProvider } from '../../outside/pix/port'
import type { Caller } from '../../platform/http/route'
import type { Log } from '../../platform/log'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { keepBillingData } from '../companies/billing-data'
import { ownCompany } from '../companies/companies.read'
import { invoiceToPay } from './billing.access'
import { type InvoiceRow, type OfferedPlanRow, offeredPlan, planLimits, present } from './billing.queries'
import { chargeView } from './billing.view'
import { type ChargeRow, insertCharge, keepCode, livingCharge } from './charges.queries'
import { invoiceToBegin, isPricedBy, pricedAnew, priceOfTerms } from './price-invoices'

export interface PaymentParts {
  /** Null: this installation takes no payments. */
  readonly provider: PixProvider | null
  readonly log: Pick<Log, 'warn'>
}

const second = 1_000
/** Nobody is shown a code that dies while they open their bank's app. */
const leastLifeMs = 300 * second
const firstAskMs = 60 * second

/** Keeps who pays, and answers the Pix to pay (SUBSCR-04, SUBSCR-07). The Pix is ours before the provider is asked for it,
 *  so whatever breaks in between, the next call goes on with the same one. */
export async function beginPayment(
  caller: Pick<Caller, 'act'>,
  form: SubscriptionCall,
  { provider, log }: PaymentParts,
): Promise<PixChargeView> {
  if (provider === null) throw refuse('ERR_NO_PAYMENT_PROVIDER')
  const charge = await caller.act((work) => reserveCharge(work, form, provider))
  if (charge.code !== null) return chargeView(charge, charge.code)

  const { code } = await askProvider(provider, charge, log)
  await caller.act(({ db }) => db.one(keepCode, [charge.txid, code]))
  return chargeView(charge, code)
}

async function reserveCharge(
  work: CompanyWork,
  form: SubscriptionCall,
  provider: PixProvider,
): Promise<ChargeRow> {
  const { db, now } = work
  const given = form.invoiceId === undefined ? null : await invoiceToPay(work, form.invoiceId)
  const own = await db.one(offeredPlan, [null])
  const plan = form.plan === undefined ? own : await db.row(offeredPlan, [form.plan])
  if (plan === null || (given === null && plan.plan_value === 0)) throw refuse('ERR_NO_PLAN_FOUND')
  if (!plan.is_own) await refuseTooSmall(work, plan)
  if (own.plan_value > 0 && plan.plan_value > own.plan_value) await refusePaidAhead(work, own)
  const invoice = await pricedAnew(work, given ?? (await invoiceToBegin(work, own, plan)), own)
  const amount = amountOf(invoice, plan)

  await keepBillingData(work, {
    name: `${form.firstName} ${form.lastName}`.trim(),
    address: form.address2,
    city: form.city,
    state: form.state,
    zipcode: form.zipcode,
  })
  const until = new Date(now.getTime() + leastLifeMs)
  const living = await db.row(livingCharge, [
    invoice.id,
    plan.plan_id,
    plan.recurrence,
    provider.name,
    amount,
    until,
  ])
  if (living !== null) return living
  const life = provider.expiresAfterSeconds
  return db.one(insertCharge, [
    provider.newTxid(invoice.id, work.newUuid().replaceAll('-', '')),
    invoice.id,
    plan.plan_id,
    plan.plan_name,
    plan.recurrence,
    provider.name,
    amount,
    now,
    life === null ? null : new Date(now.getTime() + life * second),
    life === null ? null : new Date(now.getTime() + firstAskMs),
  ])
}

/** An invoice keeps its price for what it was made for; the rest costs what it costs now. What the request says of it has
 *  no effect (SUBSCR-06). An invoice that a company keeps from before its plan became free is paid as it stands. */
function amountOf(invoice: InvoiceRow, plan: OfferedPlanRow): number {
  return isPricedBy(invoice, plan) || plan.plan_value === 0 ? invoice.value : priceOfTerms(plan)
}

/** Another plan must hold what the company has already. */
async function refuseTooSmall({ db }: CompanyWork, plan: OfferedPlanRow): Promise<void> {
  const there = await db.one(present, [])
  for (const what of planLimits) {
    if (there[what] > plan[what])
      throw refuse('ERR_PLAN_TOO_SMALL', { what, present: there[what], limit: plan[what] })
  }
}

/** Another plan holds from its payment on, for all the time that the company has. What it was given at a lower price may
 *  be one payment's at most. Days that cost nothing do not come along, so a free plan may always be left. */
async function refusePaidAhead(work: CompanyWork, own: OfferedPlanRow): Promise<void> {
  const from = monthsAfter(own.due_date, -monthsOf(own.recurrence))
  const { time_zone: timeZone } = await ownCompany(work)
  if (from > dayOf(work.now, timeZone)) throw refuse('ERR_PLAN_PAID_AHEAD', { from })
}

async function askProvider(
  provider: PixProvider,
  { txid, amount, invoice_id }: ChargeRow,
  log: PaymentParts['log'],
): Promise<{ readonly code: string }> {
  try {
    return await provider.charge({ txid, amount, text: `#Fatura:${invoice_id}` })
  } catch (error) {
    if (!(error instanceof PixFailure)) throw error
    log.warn({ err: error, txid }, 'the provider of payments gave no Pix')
    throw refuse('ERR_PAYMENT_PROVIDER')
  }
}
