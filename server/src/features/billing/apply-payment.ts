import type { AuditAct } from '@balcao/domain/audit'
import type { PlanId } from '@balcao/domain/ids'
import { invoiceDetail } from '@balcao/domain/invoices'
import type { PersonActor } from '@balcao/domain/people'
import { monthsPerPayment } from '@balcao/domain/recurrence'
import type { PixPayment } from '../../outside/pix/port'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { auditAuthorOf, recordAudit } from '../audit/record-audit'
import { companyForSession, ownCompany } from '../companies/companies.read'
import { renewCompany } from '../companies/renew-company'
import { companyPlanChanged } from '../plans/plans.events'
import { companyPlan } from '../plans/plans.read'
import { invoiceToPay } from './billing.access'
import { paymentArrived } from './billing.events'
import {
  type InvoiceRow,
  lockInvoice,
  markInvoicePaid,
  ownOrOfferedPlan,
  planChosenAtCheckout,
  planLimitNames,
  usageOfPlanLimits,
} from './billing.queries'
import {
  lockPixCharge,
  markChargedPlanExceeded,
  markPixChargePaid,
  markPixChargePaidByHand,
  type PixChargeRow,
} from './charges.queries'

const centsOf = (amount: number) => Math.round(amount * 100)

/** Records a payment and renews the company; a second call does nothing. `waits`: the platform's owner must decide. */
export async function applyPayment(
  work: CompanyWork,
  txid: string,
  paid: PixPayment,
): Promise<'applied' | 'waits'> {
  const { db, now } = work
  const charge = await db.row(lockPixCharge, { txid })
  if (charge === null || charge.state === 'paid' || charge.state === 'surplus') return 'applied'
  const markPaid = (state: 'paid' | 'differs' | 'surplus') =>
    db.run(markPixChargePaid, { txid, state, paidAmount: paid.amount, endToEndId: paid.endToEndId, at: now })
  const leaveToAPerson = async (state: 'differs' | 'surplus', act: AuditAct) => {
    await markPaid(state)
    await recordAudit(work, { act, subject: { id: charge.invoice_id }, detail: { value: paid.amount } })
  }

  if (centsOf(paid.amount) !== centsOf(charge.amount)) {
    if (charge.state === 'differs') return 'applied'
    await leaveToAPerson('differs', 'invoice.paidOtherwise')
    return 'waits'
  }
  const invoice = await db.one(lockInvoice, { id: charge.invoice_id })
  if (invoice.status !== 'open') {
    const act = invoice.status === 'paid' ? 'invoice.paidTwice' : 'invoice.paidAfterCancel'
    await leaveToAPerson('surplus', act)
    return 'waits'
  }
  await markPaid('paid')
  const { exceeds } = await closeInvoice(work, invoice, charge)
  await recordAudit(work, {
    act: 'invoice.paid',
    subject: { id: invoice.id },
    detail: { value: charge.amount },
  })
  return exceeds ? 'waits' : 'applied'
}

/** The platform's owner confirms a payment: of the charge `txid`, or of the invoice alone if `txid` is empty. */
export async function confirmPaymentByHand(
  work: CompanyWork,
  invoiceId: InvoiceRow['id'],
  txid: string,
  owner: PersonActor,
): Promise<void> {
  const { db, now } = work
  const charge = txid === '' ? null : await db.row(lockPixCharge, { txid })
  if (txid !== '' && charge?.invoice_id !== invoiceId) throw refuse('ERR_NO_INVOICE_FOUND')
  const invoice = await invoiceToPay(work, invoiceId)

  if (charge !== null)
    await db.run(markPixChargePaidByHand, { txid: charge.txid, amount: charge.amount, at: now })
  await closeInvoice(work, invoice, charge)
  await recordAudit(work, {
    act: 'invoice.confirmed',
    subject: { id: invoice.id },
    detail: { value: charge?.amount ?? invoice.value },
    ...auditAuthorOf(owner),
  })
}

async function closeInvoice(
  work: CompanyWork,
  invoice: InvoiceRow,
  charge: PixChargeRow | null,
): Promise<{ exceeds: boolean }> {
  const { db, now } = work
  const recurrence = charge?.recurrence ?? invoice.recurrence
  const detail = charge === null ? invoice.detail : await detailOf(work, charge)
  await db.run(markInvoicePaid, { id: invoice.id, detail, value: charge?.amount ?? invoice.value, at: now })
  const planId = charge === null ? await planMadeFor(work, invoice) : charge.plan_id
  const { hasOtherPlan } = await renewCompany(work, { planId, recurrence })

  const exceeds = charge !== null && hasOtherPlan && (await markExceedingPayment(work, charge))
  if (hasOtherPlan) work.record(companyPlanChanged, { plan: await companyPlan(work) })
  work.record(paymentArrived, { company: await companyForSession(work), invoiceId: invoice.id })
  return { exceeds }
}

/** The plan to set when the platform's owner confirms an invoice without a charge. Null: the company keeps its plan. */
async function planMadeFor({ db }: CompanyWork, { id }: InvoiceRow): Promise<PlanId | null> {
  return (await db.row(planChosenAtCheckout, { invoiceId: id }))?.plan_id ?? null
}

/** Marks the payment and returns true if the company has outgrown the paid plan since the checkout. */
async function markExceedingPayment({ db }: CompanyWork, { txid, plan_id }: PixChargeRow): Promise<boolean> {
  const there = await db.one(usageOfPlanLimits)
  const plan = await db.row(ownOrOfferedPlan, { id: plan_id })
  const isTooSmall = plan !== null && planLimitNames.some((what) => there[what] > plan[what])
  if (isTooSmall) await db.run(markChargedPlanExceeded, { txid })
  return isTooSmall
}

async function detailOf(work: CompanyWork, { plan_name, recurrence }: PixChargeRow): Promise<string> {
  const { language } = await ownCompany(work)
  return invoiceDetail(plan_name, recurrence === null ? 1 : monthsPerPayment(recurrence), language)
}
