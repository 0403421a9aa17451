import type { CompanyId, PlanId } from '@balcao/domain/ids'
import type { Recurrence } from '@balcao/domain/recurrence'
import { statement } from '../../platform/database/statement'

/**
 * Locked until the transaction ends: serializes payments of a company. `is_dearer` compares today's prices; it is
 * false for a deleted plan or null.
 */
export const lockForRenewal = statement<
  [paidPlanId: PlanId | null],
  { due_date: string; recurrence: Recurrence; time_zone: string; plan_id: PlanId; is_dearer: boolean }
>(
  'companies.lockForRenewal',
  `
  select due_date, recurrence, time_zone, plan_id,
    exists (select from plans paid, plans own where paid.id = $1 and own.id = plan_id and paid.value > own.value) as is_dearer
  from companies where id = current_company() for no key update
  `,
)

/** The plan is unchanged when the paid one was deleted. */
export const renew = statement<[dueDate: string, planId: PlanId | null, at: Date]>(
  'companies.renew',
  `
  update companies
  set due_date = $1, plan_id = coalesce((select id from plans where id = $2), plan_id), updated_at = $3
  where id = current_company()
  `,
)

export interface BillingRow {
  billing_name: string | null
  address_street: string | null
  address_city: string | null
  address_state: string | null
  address_zip_code: string | null
  plan_id: PlanId
  recurrence: Recurrence
}

export const billingOfOwnCompany = statement<[], BillingRow>(
  'companies.billingOfOwn',
  `
  select billing_name, address_street, address_city, address_state, address_zip_code, plan_id, recurrence
  from companies where id = current_company()
  `,
)

export const keepBilling = statement<
  [name: string, street: string, city: string, state: string, zipCode: string, at: Date],
  { id: CompanyId }
>(
  'companies.keepBilling',
  `
  update companies
  set billing_name = coalesce(nullif($1, ''), billing_name), address_street = coalesce(nullif($2, ''), address_street),
    address_city = coalesce(nullif($3, ''), address_city), address_state = coalesce(nullif($4, ''), address_state),
    address_zip_code = coalesce(nullif($5, ''), address_zip_code),
    updated_at = $6
  where id = current_company()
  returning id
  `,
)
