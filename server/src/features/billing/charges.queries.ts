import type { CompanyId, InvoiceId, PlanId } from '@balcao/domain/ids'
import type { BillingRecurrence } from '@balcao/domain/recurrence'
import { statement } from '../../platform/database/statement'

export type PixChargeState = 'open' | 'paid' | 'differs' | 'surplus'

export interface PixChargeRow {
  txid: string
  invoice_id: InvoiceId
  plan_id: PlanId | null
  plan_name: string
  /** The months that the charge pays for; null for charges from before this column existed. */
  recurrence: BillingRecurrence | null
  provider: 'efi' | 'static' | 'sandbox'
  amount: number
  /** The Pix code to pay; null until the provider returns it. */
  code: string | null
  state: PixChargeState
  created_at: Date
  expires_at: Date | null
}

const chargeColumns =
  'txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at'

/** An open charge with these terms, valid until `until` at least, so that a reopened checkout shows the same code. */
export const reusablePixCharge = statement<
  {
    invoiceId: InvoiceId
    planId: PlanId
    recurrence: BillingRecurrence
    provider: string
    amount: number
    until: Date
  },
  PixChargeRow
>(
  'billing.livingCharge',
  `
  select ${chargeColumns} from pix_charges
  where invoice_id = :invoiceId and plan_id = :planId and recurrence = :recurrence and provider = :provider
    and amount = :amount and state = 'open'
    and (expires_at is null or expires_at > :until)
  order by created_at desc limit 1
  `,
)

export const insertPixCharge = statement<
  {
    txid: string
    invoiceId: InvoiceId
    planId: PlanId
    planName: string
    recurrence: BillingRecurrence
    provider: string
    amount: number
    at: Date
    expiresAt: Date | null
    askAt: Date | null
  },
  PixChargeRow
>(
  'billing.insertPixCharge',
  `
  insert into pix_charges (company_id, txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, created_at,
    expires_at, ask_at)
  values (current_company(), :txid, :invoiceId, :planId, :planName, :recurrence, :provider, :amount, :at, :expiresAt,
    :askAt)
  returning ${chargeColumns}
  `,
)

export const saveCodeOfPixCharge = statement<{ txid: string; code: string }, PixChargeRow>(
  'billing.saveCodeOfPixCharge',
  `update pix_charges set code = coalesce(code, :code) where txid = :txid returning ${chargeColumns}`,
)

export const pixChargeByTxid = statement<{ txid: string }, PixChargeRow>(
  'billing.pixChargeByTxid',
  `select ${chargeColumns} from pix_charges where txid = :txid`,
)

/** Locks a charge, so that notices of one Pix run one after another. Lock it before its invoice to avoid deadlocks. */
export const lockPixCharge = statement<{ txid: string }, PixChargeRow>(
  'billing.lockPixCharge',
  `select ${chargeColumns} from pix_charges where txid = :txid for update`,
)

export const markPixChargePaid = statement<{
  txid: string
  state: PixChargeState
  paidAmount: number
  endToEndId: string | null
  at: Date
}>(
  'billing.markPixChargePaid',
  `
  update pix_charges
  set state = :state, paid_amount = :paidAmount, end_to_end_id = :endToEndId, settled_at = :at, ask_at = null
  where txid = :txid
  `,
)

/** Marks a charge as paid because the platform's owner confirmed it. Keeps the amount if the bank reported one. */
export const markPixChargePaidByHand = statement<{ txid: string; amount: number; at: Date }>(
  'billing.markPixChargePaidByHand',
  `
  update pix_charges
  set state = 'paid', paid_amount = coalesce(paid_amount, :amount), settled_at = :at, ask_at = null
  where txid = :txid
  `,
)

export const markChargedPlanExceeded = statement<{ txid: string }>(
  'billing.markExceeding',
  'update pix_charges set exceeds = true where txid = :txid',
)

export const markChargesHandled = statement<{ invoiceId: InvoiceId; at: Date }, { txid: string }>(
  'billing.handleCharges',
  `
  update pix_charges set handled_at = :at
  where invoice_id = :invoiceId and handled_at is null and (exceeds or state in ('differs', 'surplus'))
  returning txid
  `,
)

/** The charges among these, of all companies, that a payment notice can still change. */
export const unsettledPixCharges = statement<{ txids: string[] }, { txid: string; company_id: CompanyId }>(
  'billing.unsettledPixCharges',
  `select txid, company_id from pix_charges where txid = any (:txids) and state in ('open', 'differs')`,
)

export const chargesDueForStatusQuery = statement<
  { provider: string; now: Date; limit: number },
  { txid: string; company_id: CompanyId }
>(
  'billing.chargesToAsk',
  `
  select txid, company_id from pix_charges
  where ask_at <= :now and provider = :provider and state = 'open'
  order by ask_at limit :limit
  `,
)

/** The next status query: in a minute while the charge can be paid, afterwards at growing intervals. */
export const postponeChargeStatusQuery = statement<{ txid: string; now: Date }>(
  'billing.postponeChargeStatusQuery',
  `
  update pix_charges
  set ask_at = :now::timestamptz + case when :now < expires_at then interval '1 minute' else :now - created_at end
  where txid = :txid and state = 'open'
  `,
)

/** Ends the status queries of an unpaid charge, an hour after it expired. */
export const stopChargeStatusQueries = statement<{ txid: string; now: Date }>(
  'billing.stopChargeStatusQueries',
  `
  update pix_charges set ask_at = null
  where txid = :txid and state = 'open' and :now >= expires_at + interval '1 hour'
  `,
)
