import type { CompanyId, PlanId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface CompanyRow {
  id: CompanyId
  name: string
  email: string | null
  is_active: boolean
  /** The last day that is paid for: `2026-11-20`. */
  due_date: string
  /** Its last instant in the company's time zone (AUTH-09). */
  paid_until: Date
  trial_expires_at: Date | null
  time_zone: string
  language: string
}

export const ownCompanyRow = statement<[], CompanyRow>(
  'companies.own',
  `
  select c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language,
    ((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' as paid_until
  from companies c
  where c.id = current_company()
  `,
)

export const lockOwnCompany = statement<[], { id: CompanyId }>(
  'companies.lockOwn',
  `
  select id from companies where id = current_company() for no key update
  `,
)

export const insertCompany = statement<
  [name: string, email: string, planId: PlanId, dueDate: string, at: Date],
  { id: CompanyId }
>(
  'companies.insert',
  `
  insert into companies (name, email, plan_id, due_date, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5)
  returning id
  `,
)

/** Held to the end of the act, so that two processes that start at once found one company. */
export const lockFounding = statement<[], { locked: null }>(
  'companies.lockFounding',
  `
  select pg_advisory_xact_lock(hashtext('founding of the first company')) as locked
  `,
)

export const isThereACompany = statement<[], { found: boolean }>(
  'companies.isThereOne',
  `
  select exists (select from companies) as found
  `,
)
