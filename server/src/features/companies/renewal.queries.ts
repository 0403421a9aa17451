import type { CompanyId, PlanId } from '@balcao/domain/ids'
import type { BillingRecurrence } from '@balcao/domain/recurrence'
import { type NoParams, statement } from '../../platform/database/statement'

/** Locks the company, so that its payments run one after another. `is_dearer`: the paid plan costs more today. */
export const lockCompanyForRenewal = statement<
  { paidPlanId: PlanId | null },
  { due_date: string; recurrence: BillingRecurrence; time_zone: string; plan_id: PlanId; is_dearer: boolean }
>(
  'companies.lockForRenewal',
  `
  select due_date, recurrence, time_zone, plan_id,
    exists (select from plans paid, plans own where paid.id = :paidPlanId and own.id = plan_id
      and paid.value > own.value) as is_dearer
  from companies where id = current_company() for no key update
  `,
)

/** Extends the company to `dueDate` under the paid plan. A null or deleted plan keeps the current one. */
export const saveCompanyRenewal = statement<{ dueDate: string; planId: PlanId | null; at: Date }>(
  'companies.renew',
  `
  update companies
  set due_date = :dueDate, plan_id = coalesce((select id from plans where id = :planId), plan_id), updated_at = :at
  where id = current_company()
  `,
)

export interface BillingDataRow {
  billing_name: string | null
  address_street: string | null
  address_city: string | null
  address_state: string | null
  address_zip_code: string | null
  plan_id: PlanId
  recurrence: BillingRecurrence
}

export const billingDataOfCurrentCompany = statement<NoParams, BillingDataRow>(
  'companies.billingOfOwn',
  `
  select billing_name, address_street, address_city, address_state, address_zip_code, plan_id, recurrence
  from companies where id = current_company()
  `,
)

export const saveBillingDataOfCurrentCompany = statement<
  { name: string; street: string; city: string; state: string; zipCode: string; at: Date },
  { id: CompanyId }
>(
  'companies.saveBilling',
  `
  update companies
  set billing_name = coalesce(nullif(:name, ''), billing_name), address_street = coalesce(nullif(:street, ''),
    address_street),
    address_city = coalesce(nullif(:city, ''), address_city), address_state = coalesce(nullif(:state, ''),
      address_state),
    address_zip_code = coalesce(nullif(:zipCode, ''), address_zip_code),
    updated_at = :at
  where id = current_company()
  returning id
  `,
)
