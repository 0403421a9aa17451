import type { CompanyId, InvoiceId, PlanId } from '@balcao/domain/ids'
import type { Recurrence } from '@balcao/domain/recurrence'
import { statement } from '../../platform/database/statement'

export type ChargeState = 'open' | 'paid' | 'differs' | 'surplus'

export interface ChargeRow {
  txid: string
  invoice_id: InvoiceId
  plan_id: PlanId | null
  plan_name: string
  /** The months that it buys; null: from before this was kept. */
  recurrence: Recurrence | null
  provider: 'efi' | 'static' | 'sandbox'
  amount: number
  /** Null until the provider gave it. */
  code: string | null
  state: ChargeState
  created_at: Date
  expires_at: Date | null
}

const columns =
  'txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at'

/** A Pix that can still be paid and asks for the same, good for `until` at least: whoever opens the checkout again gets
 *  the same code. */
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

/** Held to the end of the act, before its invoice: notices of one Pix stand in line. */
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

/** A person says that it was paid; what the bank has proved of it stays. */
export const settleByHand = statement<[txid: string, amount: number, at: Date]>(
  'billing.settleByHand',
  `
  update pix_charges
  set state = 'paid', paid_amount = coalesce(paid_amount, $2), settled_at = $3, ask_at = null
  where txid = $1
  `,
)

/** The plan that it paid for holds less than the company has. */
export const markExceeding = statement<[txid: string]>(
  'billing.markExceeding',
  `
  update pix_charges set exceeds = true where txid = $1
  `,
)

/** What of an invoice waits for a person waits no more. */
export const handleCharges = statement<[invoiceId: InvoiceId, at: Date], { txid: string }>(
  'billing.handleCharges',
  `
  update pix_charges set handled_at = $2
  where invoice_id = $1 and handled_at is null and (exceeds or state in ('differs', 'surplus'))
  returning txid
  `,
)

/** Of these, the ones that a notice could change, over all companies. */
export const unsettledCharges = statement<[txids: string[]], { txid: string; company_id: CompanyId }>(
  'billing.unsettledCharges',
  `
  select txid, company_id from pix_charges where txid = any ($1) and state in ('open', 'differs')
  `,
)

/** Whose provider shall be asked by now, over all companies. */
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

/** Each minute while it can be paid; afterwards later each time, by as long again as it is old. */
export const askLater = statement<[txid: string, now: Date]>(
  'billing.askLater',
  `
  update pix_charges
  set ask_at = $2::timestamptz + case when $2 < expires_at then interval '1 minute' else $2 - created_at end
  where txid = $1 and state = 'open'
  `,
)

/** The provider has answered that nothing was paid, an hour after nobody could pay any more. */
export const askNoMore = statement<[txid: string, now: Date]>(
  'billing.askNoMore',
  `
  update pix_charges set ask_at = null
  where txid = $1 and state = 'open' and $2 >= expires_at + interval '1 hour'
  `,
)
