import type { CompanyId, InvoiceId, PlanId } from '@balcao/domain/ids'
import type { InvoiceStatus, PaymentAttentionReason } from '@balcao/domain/invoices'
import type { BillingRecurrence } from '@balcao/domain/recurrence'
import { type NoParams, statement } from '../../platform/database/statement'

export interface InvoiceRow {
  id: InvoiceId
  detail: string
  value: number
  /** The due date, such as `2026-11-20`. */
  due_date: string
  status: InvoiceStatus
  /** The plan that set the price. Null: that plan was deleted, or the price was set before this column existed. */
  plan_id: PlanId | null
  recurrence: BillingRecurrence | null
  attention: PaymentAttentionReason | null
  created_at: Date
  updated_at: Date
}

/** SQL condition: the platform's owner must decide about the charge. Few charges match, so a partial index is small. */
const waitsForDecision = "g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus'))"
const attentionColumn = `case when g.state = 'surplus' and i.status = 'cancelled' then 'cancelled'
      when g.state in ('differs', 'surplus') then g.state when g.exceeds then 'exceeds' end`
const billingColumns = `i.id, i.detail, i.value, i.due_date, i.status, i.plan_id, i.recurrence, i.created_at, i.updated_at,
    (select ${attentionColumn} from pix_charges g
      where g.company_id = i.company_id and g.invoice_id = i.id and ${waitsForDecision} limit 1) as attention`
const matchesSearch = `(:words = '' or position(plain_text(:words) in plain_text(i.detail)) > 0 or i.id::text = :words)`

export interface InvoiceTermsRow {
  company_id: CompanyId
  plan_id: PlanId
  plan_name: string
  /** The price of the plan per month. */
  plan_value: number
  recurrence: BillingRecurrence
  language: string
  due_date: string
}

const termsColumns = `c.id as company_id, p.id as plan_id, p.name as plan_name, p.value as plan_value, c.recurrence, c.language,
    c.due_date`

/** Companies due in fewer than `ahead` days, without an open invoice and without a cancelled one for this due date. */
export const companiesToInvoice = statement<{ at: Date; ahead: number }, InvoiceTermsRow>(
  'billing.companiesToInvoice',
  `
  select ${termsColumns}
  from companies c
  join plans p on p.id = c.plan_id
  where c.is_active and c.delete_at is null and p.value > 0
    and c.due_date - (:at at time zone c.time_zone)::date < :ahead
    and not exists (select from invoices i where i.company_id = c.id and i.status = 'open')
    and not exists (select from invoices i
      where i.company_id = c.id and i.status = 'cancelled' and i.due_date = c.due_date)
  `,
)

export const freeCompaniesToRenew = statement<{ at: Date }, { company_id: CompanyId }>(
  'billing.freeCompaniesToRenew',
  `
  select c.id as company_id
  from companies c
  join plans p on p.id = c.plan_id
  where c.is_active and c.delete_at is null and p.value = 0 and c.due_date <= (:at at time zone c.time_zone)::date
  `,
)

/** Companies whose open invoice has the price of another plan or recurrence than their current one. */
export const companiesToReprice = statement<NoParams, InvoiceTermsRow>(
  'billing.companiesOtherwisePriced',
  `
  select ${termsColumns}
  from invoices i
  join companies c on c.id = i.company_id
  join plans p on p.id = c.plan_id
  where i.status = 'open' and p.value > 0
    and (i.plan_id is distinct from c.plan_id or i.recurrence is distinct from c.recurrence)
  `,
)

type Priced = {
  companies: CompanyId[]
  plans: PlanId[]
  recurrences: BillingRecurrence[]
  details: string[]
  values: number[]
  dueDates: string[]
  at: Date
}
const priced = `unnest(:companies::int[], :plans::int[], :recurrences::text[], :details::text[], :values::numeric[],
  :dueDates::date[])
    as d (company_id, plan_id, recurrence, detail, value, due_date)`

export const insertInvoices = statement<Priced, { company_id: CompanyId }>(
  'billing.insertInvoices',
  `
  insert into invoices (company_id, plan_id, recurrence, detail, value, due_date, created_at, updated_at)
  select d.company_id, d.plan_id, d.recurrence, d.detail, d.value, d.due_date, :at, :at
  from ${priced}
  on conflict (company_id) where status = 'open' do nothing
  returning company_id
  `,
)

export const repriceInvoices = statement<Priced>(
  'billing.repriceInvoices',
  `
  update invoices i
  set plan_id = d.plan_id, recurrence = d.recurrence, detail = d.detail, value = d.value, updated_at = :at
  from ${priced}
  where i.company_id = d.company_id and i.status = 'open'
  `,
)

export const invoicesPage = statement<{ words: string; limit: number; offset: number }, InvoiceRow>(
  'billing.invoicesPage',
  `select ${billingColumns} from invoices i where ${matchesSearch} order by i.id desc limit :limit offset :offset`,
)

export const countInvoices = statement<{ words: string }, { count: number }>(
  'billing.countInvoices',
  `select count(*)::int as count from invoices i where ${matchesSearch}`,
)

export const invoiceById = statement<{ id: InvoiceId }, InvoiceRow>(
  'billing.invoiceById',
  `select ${billingColumns} from invoices i where i.id = :id`,
)

/** Locks an invoice, so that the second of two concurrent payments finds it paid. */
export const lockInvoice = statement<{ id: InvoiceId }, InvoiceRow>(
  'billing.lockInvoice',
  `select ${billingColumns} from invoices i where i.id = :id for update`,
)

export const lockOpenInvoice = statement<NoParams, InvoiceRow>(
  'billing.lockOpenInvoice',
  `select ${billingColumns} from invoices i where i.status = 'open' for update`,
)

export const markInvoicePaid = statement<{ id: InvoiceId; detail: string; value: number; at: Date }>(
  'billing.markPaid',
  `
  update invoices set status = 'paid', detail = :detail, value = :value, paid_at = :at, updated_at = :at where id = :id
  `,
)

export const markInvoiceCancelled = statement<{ id: InvoiceId; at: Date }>(
  'billing.markCancelled',
  `update invoices set status = 'cancelled', updated_at = :at where id = :id`,
)

export const planLimitNames = ['users', 'connections', 'queues'] as const

export const usageOfPlanLimits = statement<NoParams, { users: number; connections: number; queues: number }>(
  'billing.present',
  `
  select (select count(*)::int from users where not is_support) as users,
    (select count(*)::int from connections) as connections,
    (select count(*)::int from queues) as queues
  `,
)

export interface OfferedPlanRow extends InvoiceTermsRow {
  users: number
  connections: number
  queues: number
  is_own: boolean
}

/** The plan `id` if it is the company's own, or is public and not free. If `id` is null, the company's own plan. */
export const ownOrOfferedPlan = statement<{ id: PlanId | null }, OfferedPlanRow>(
  'billing.ownOrOfferedPlan',
  `
  select ${termsColumns}, p.users, p.connections, p.queues, p.id = c.plan_id as is_own
  from plans p, companies c
  where c.id = current_company() and p.id = coalesce(:id, c.plan_id) and (p.id = c.plan_id or (p.is_public
    and p.value > 0))
  `,
)

/** The plan that a company on a free plan chose at the checkout of this invoice. No row: there was no such choice. */
export const planChosenAtCheckout = statement<{ invoiceId: InvoiceId }, { plan_id: PlanId }>(
  'billing.planChosenInstead',
  `
  select i.plan_id
  from invoices i
  join companies c on c.id = i.company_id
  join plans own on own.id = c.plan_id
  where i.id = :invoiceId and own.value = 0 and i.plan_id <> own.id
    and exists (select from pix_charges g
      where g.company_id = i.company_id and g.invoice_id = i.id and g.plan_id = i.plan_id)
  `,
)

export const companyOfInvoice = statement<{ id: InvoiceId }, { company_id: CompanyId }>(
  'billing.companyOfInvoice',
  'select company_id from invoices where id = :id',
)

export interface PlatformChargeRow {
  txid: string
  provider: 'efi' | 'static' | 'sandbox'
  planName: string
  amount: number
  state: 'open' | 'paid' | 'differs' | 'surplus'
  paidAmount: number | null
  createdAt: string
}

export interface PlatformInvoiceRow extends InvoiceRow {
  company_id: CompanyId
  company_name: string
  company_due_date: string
  charge: PlatformChargeRow | null
  charges: PlatformChargeRow[]
}

const lockCharge = `json_build_object('txid', g.txid, 'provider', g.provider, 'planName', g.plan_name, 'amount', g.amount,
      'state', g.state, 'paidAmount', g.paid_amount,
      'createdAt', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
const withCompany = `
  select ${billingColumns}, c.id as company_id, c.name as company_name, c.due_date as company_due_date, g.charge,
    (select coalesce(json_agg(${lockCharge} order by g.created_at desc, g.txid), '[]') from pix_charges g
      where g.company_id = i.company_id and g.invoice_id = i.id) as charges
  from invoices i
  join companies c on c.id = i.company_id
  left join lateral (
    select ${lockCharge} as charge
    from pix_charges g
    where g.company_id = i.company_id and g.invoice_id = i.id
    -- Charges that wait for a decision come first, then paid ones, then the newest.
    order by (${waitsForDecision}) desc, g.state = 'paid' desc, g.created_at desc
    limit 1
  ) g on true`
const isInvoiceRequested = `
  (:words = '' or position(plain_text(:words) in plain_text(c.name)) > 0 or i.id::text = :words
    or (i.company_id, i.id) in (
      select g.company_id, g.invoice_id from pix_charges g where g.txid in (upper(:words), lower(:words))))
  and (:status = '' or i.status = :status or (:status = 'attention' and exists (
    select from pix_charges g where g.company_id = i.company_id and g.invoice_id = i.id and ${waitsForDecision})))`

export const platformInvoices = statement<
  { words: string; status: string; limit: number; offset: number },
  PlatformInvoiceRow
>(
  'billing.platformInvoices',
  `${withCompany}
  where ${isInvoiceRequested}
  order by i.id desc limit :limit offset :offset
  `,
)

export const countPlatformInvoices = statement<{ words: string; status: string }, { count: number }>(
  'billing.countPlatformInvoices',
  `select count(*)::int as count from invoices i join companies c on c.id = i.company_id where ${isInvoiceRequested}`,
)

export const platformInvoiceById = statement<{ id: InvoiceId }, PlatformInvoiceRow>(
  'billing.platformInvoiceById',
  `${withCompany}
  where i.id = :id
  `,
)
