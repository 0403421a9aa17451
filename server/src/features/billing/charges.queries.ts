import type { CompanyId, InvoiceId, PlanId } from '@balcao/domain/ids'
import type { Recurrence } from '@balcao/domain/recurrence'
import { statement } from '../../platform/database/statement'

export type ChargeState = 'open' | 'paid' | 'differs' | 'surplus'

export interface ChargeRow {
  txid: string
  invoice_id: InvoiceId
  plan_id: PlanId | null
  plan_name: string
  /** The months that it buys; null for charges from before this column. */
  recurrence: Recurrence | null
  provider: 'efi' | 'static' | 'sandbox'
  amount: number
  /** Null until the provider returned it. */
  code: string | null
  state: ChargeState
  created_at: Date
  expires_at: Date | null
}

const columns =
  'txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at'

/**
 * An open charge with the same terms that is valid until `until` at least: reopening the checkout shows the same
 * code.
 */
export const livingCharge = statement<
  [
    invoiceId: InvoiceId,
    planId: PlanId,
    recurrence: Recurrence,
    provider: string,
    amount: number,
    until: Date,
  ],
  ChargeRow
>(
  'billing.livingCharge',
  `
  select ${columns} from pix_charges
  where invoice_id = $1 and plan_id = $2 and recurrence = $3 and provider = $4 and amount = $5 and state = 'open'
    and (expires_at is null or expires_at > $6)
  order by created_at desc limit 1
  `,
)

export const insertCharge = statement<
  [
    txid: string,
    invoiceId: InvoiceId,
    planId: PlanId,
    planName: string,
    recurrence: Recurrence,
    provider: string,
    amount: number,
    at: Date,
    expiresAt: Date | null,
    askAt: Date | null,
  ],
  ChargeRow
>(
  'billing.insertCharge',
  `
  insert into pix_charges (company_id, txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, created_at,
    expires_at, ask_at)
  values (current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning ${columns}
  `,
)

export const keepCode = statement<[txid: string, code: string], ChargeRow>(
  'billing.keepCode',
  `
  update pix_charges set code = coalesce(code, $2) where txid = $1 returning ${columns}
  `,
)

export const chargeByTxid = statement<[txid: string], ChargeRow>(
  'billing.chargeByTxid',
  `
  select ${columns} from pix_charges where txid = $1
  `,
)

/** Locked until the transaction ends, before its invoice: notices of one Pix are serialized. */
export const lockCharge = statement<[txid: string], ChargeRow>(
  'billing.lockCharge',
  `
  select ${columns} from pix_charges where txid = $1 for update
  `,
)

export const settleCharge = statement<
  [txid: string, state: ChargeState, paidAmount: number, endToEndId: string | null, at: Date]
>(
  'billing.settleCharge',
  `
  update pix_charges
  set state = $2, paid_amount = $3, end_to_end_id = $4, settled_at = $5, ask_at = null
  where txid = $1
  `,
)

/** A person confirms the payment; an amount that the bank proved stays. */
export const settleByHand = statement<[txid: string, amount: number, at: Date]>(
  'billing.settleByHand',
  `
  update pix_charges
  set state = 'paid', paid_amount = coalesce(paid_amount, $2), settled_at = $3, ask_at = null
  where txid = $1
  `,
)

/** The paid plan allows less than the company has. */
export const markExceeding = statement<[txid: string]>(
  'billing.markExceeding',
  `
  update pix_charges set exceeds = true where txid = $1
  `,
)

/** Marks the payments of an invoice that wait for a decision as handled. */
export const handleCharges = statement<[invoiceId: InvoiceId, at: Date], { txid: string }>(
  'billing.handleCharges',
  `
  update pix_charges set handled_at = $2
  where invoice_id = $1 and handled_at is null and (exceeds or state in ('differs', 'surplus'))
  returning txid
  `,
)

/** Across all companies: those of the charges that a notice could change. */
export const unsettledCharges = statement<[txids: string[]], { txid: string; company_id: CompanyId }>(
  'billing.unsettledCharges',
  `
  select txid, company_id from pix_charges where txid = any ($1) and state in ('open', 'differs')
  `,
)

/** Across all companies: charges that are due for a query to the provider. */
export const chargesToAsk = statement<
  [provider: string, now: Date, limit: number],
  { txid: string; company_id: CompanyId }
>(
  'billing.chargesToAsk',
  `
  select txid, company_id from pix_charges
  where ask_at <= $2 and provider = $1 and state = 'open'
  order by ask_at limit $3
  `,
)

/** Every minute while it can be paid; afterwards at growing intervals, each as long as the charge is old. */
export const askLater = statement<[txid: string, now: Date]>(
  'billing.askLater',
  `
  update pix_charges
  set ask_at = $2::timestamptz + case when $2 < expires_at then interval '1 minute' else $2 - created_at end
  where txid = $1 and state = 'open'
  `,
)

/** The provider answered that nothing was paid, an hour after the charge expired: no further queries. */
export const askNoMore = statement<[txid: string, now: Date]>(
  'billing.askNoMore',
  `
  update pix_charges set ask_at = null
  where txid = $1 and state = 'open' and $2 >= expires_at + interval '1 hour'
  `,
)
