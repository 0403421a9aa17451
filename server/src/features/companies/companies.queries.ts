import type { CompanySortOrder } from '@balcao/contract/companies'
import type { CompanyId, InvoiceId, PlanId, UserId } from '@balcao/domain/ids'
import type { OpeningHours } from '@balcao/domain/opening-hours'
import type { BillingRecurrence } from '@balcao/domain/recurrence'
import { type NoParams, statement } from '../../platform/database/statement'
import { accessClosesAtSql, paidUntilSql } from './closing-sql'

export interface CompanyRow {
  id: CompanyId
  name: string
  email: string | null
  is_active: boolean
  /** The last paid day: `2026-11-20`. */
  due_date: string
  /** The last instant of the due date in the company's time zone (AUTH-09). */
  paid_until: Date
  /** From when the company's users can only sign in to pay. Null: never (docs/features/billing.md). */
  closes_at: Date | null
  trial_expires_at: Date | null
  time_zone: string
  language: string
}

export const ownCompanyRow = statement<NoParams, CompanyRow>(
  'companies.own',
  `
  select c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language,
    ${paidUntilSql('c')} as paid_until,
    ${accessClosesAtSql('c')} as closes_at
  from companies c
  where c.id = current_company()
  `,
)

export interface OwnCompanyForUsersRow extends CompanyRow {
  /** The contact for questions about the subscription; one for the whole platform. */
  support_contact: SupportContactRow | null
  support: { userId: UserId; name: string; reason: string; since: string; until: string } | null
}

export const ownCompanyForUsers = statement<NoParams, OwnCompanyForUsersRow>(
  'companies.ownForPeople',
  `
  select c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language,
    ${paidUntilSql('c')} as paid_until,
    ${accessClosesAtSql('c')} as closes_at,
    (select json_build_object('userId', v.user_id, 'name', v.supporter_name, 'reason', v.reason,
        'since', wire_time(v.began_at), 'until', wire_time(v.ends_at))
      from support_visits v where v.company_id = c.id and v.ended_at is null) as support,
    (select json_build_object('name', s.name, 'email', s.email, 'phone', s.phone) from support_contact s) as support_contact
  from companies c
  where c.id = current_company()
  `,
)

export const lockOwnCompany = statement<NoParams, { id: CompanyId }>(
  'companies.lockOwn',
  'select id from companies where id = current_company() for no key update',
)

export interface ManagedCompanyRow extends Omit<CompanyRow, 'closes_at'> {
  phone: string | null
  plan_id: PlanId
  recurrence: BillingRecurrence
  schedules: OpeningHours[]
  billing_name: string | null
  address_zip_code: string | null
  address_street: string | null
  address_state: string | null
  address_city: string | null
  address_district: string | null
  delete_at: Date | null
  created_at: Date
  updated_at: Date
  settings: { id: number; key: string; value: string }[]
  users_used: number
  connections_used: number
  queues_used: number
  open_invoice: { id: InvoiceId; value: number } | null
}

const managedCompanyColumns = `
  c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language, c.phone, c.plan_id,
  c.recurrence, c.schedules, c.billing_name, c.address_zip_code, c.address_street, c.address_state, c.address_city,
  c.address_district, c.delete_at, c.created_at, c.updated_at,
  ${paidUntilSql('c')} as paid_until,
  (select coalesce(json_agg(json_build_object('id', s.id, 'key', s.key, 'value', s.value)), '[]')
    from settings s where s.company_id = c.id and s.key = any (:settingKeys::text[])) as settings,
  (select count(*)::int from users u where u.company_id = c.id and not u.is_support) as users_used,
  (select count(*)::int from connections w where w.company_id = c.id) as connections_used,
  (select count(*)::int from queues q where q.company_id = c.id) as queues_used,
  (select json_build_object('id', i.id, 'value', i.value) from invoices i
    where i.company_id = c.id and i.status = 'open') as open_invoice`

export const companyForPlatformOwner = statement<{ settingKeys: string[] }, ManagedCompanyRow>(
  'companies.kept',
  `select ${managedCompanyColumns} from companies c where c.id = current_company()`,
)

const inOrder = `case :sort when 'dueDate' then c.due_date end, case :sort when '-dueDate' then c.due_date end desc,
    case :sort when '-name' then plain_text(c.name) end desc, plain_text(c.name), c.id`

/** One page of companies; a null limit returns all. Counts the usage of the companies on the page only. */
export const managedCompaniesPage = statement<
  { settingKeys: string[]; words: string; limit: number | null; offset: number; sort: CompanySortOrder },
  ManagedCompanyRow
>(
  'companies.keptPage',
  `
  select ${managedCompanyColumns}
  from (
    select c.* from companies c
    where position(plain_text(:words) in plain_text(c.name)) > 0 or position(lower(:words) in lower(c.email)) > 0
    order by ${inOrder} limit :limit offset :offset
  ) c
  order by ${inOrder}
  `,
)

export const countCompanies = statement<{ words: string }, { count: number }>(
  'companies.count',
  `
  select count(*)::int as count from companies c
  where position(plain_text(:words) in plain_text(c.name)) > 0 or position(lower(:words) in lower(c.email)) > 0
  `,
)

export const lockCompanyToChange = statement<
  NoParams,
  Pick<
    ManagedCompanyRow,
    | 'id'
    | 'name'
    | 'plan_id'
    | 'is_active'
    | 'due_date'
    | 'recurrence'
    | 'time_zone'
    | 'language'
    | 'delete_at'
  >
>(
  'companies.lockToChange',
  `
  select id, name, plan_id, is_active, due_date, recurrence, time_zone, language, delete_at
  from companies where id = current_company() for no key update
  `,
)

export const userIdsOfCompany = statement<NoParams, { id: UserId }>(
  'companies.people',
  'select id from users order by id',
)

/** Saves a company. Null leaves a field unchanged, except nullable fields: those are written if `sets` names them. */
export const saveCompany = statement<{
  name: string | null
  email: string | null
  planId: PlanId | null
  isActive: boolean | null
  dueDate: string | null
  recurrence: BillingRecurrence | null
  sets: string[]
  phone: string | null
  billingName: string | null
  addressZipCode: string | null
  addressStreet: string | null
  addressState: string | null
  addressCity: string | null
  addressDistrict: string | null
  at: Date
  timeZone: string | null
  language: string | null
}>(
  'companies.save',
  `
  update companies
  set name = coalesce(:name, name), email = coalesce(:email, email), plan_id = coalesce(:planId::int, plan_id),
    is_active = coalesce(:isActive, is_active), due_date = coalesce(:dueDate, due_date),
      recurrence = coalesce(:recurrence, recurrence),
    phone = case when 'phone' = any (:sets::text[]) then :phone else phone end,
    billing_name = case when 'billingName' = any (:sets) then :billingName else billing_name end,
    address_zip_code = case when 'addressZipCode' = any (:sets) then :addressZipCode else address_zip_code end,
    address_street = case when 'addressStreet' = any (:sets) then :addressStreet else address_street end,
    address_state = case when 'addressState' = any (:sets) then :addressState else address_state end,
    address_city = case when 'addressCity' = any (:sets) then :addressCity else address_city end,
    address_district = case when 'addressDistrict' = any (:sets) then :addressDistrict else address_district end,
    time_zone = coalesce(:timeZone, time_zone), language = coalesce(:language, language), updated_at = :at
  where id = current_company()
  `,
)

export const saveCompanyOpeningHours = statement<{ schedules: string; at: Date }>(
  'companies.saveHours',
  'update companies set schedules = :schedules, updated_at = :at where id = current_company()',
)

/** Schedules the deletion of the company; a null `deleteAt` revokes it. */
export const setCompanyDeletion = statement<{ deleteAt: Date | null; isActive: boolean; at: Date }>(
  'companies.setDeletion',
  `
  update companies set delete_at = :deleteAt, is_active = :isActive, updated_at = :at
  where id = current_company()
  `,
)

export const companiesToDelete = statement<{ before: Date }, { id: CompanyId; name: string }>(
  'companies.toDelete',
  'select id, name from companies where delete_at <= :before order by id',
)

/** Deletes the company with its rows, by cascade. Does nothing when the deletion was revoked meanwhile. */
export const deleteCompanyRow = statement<{ id: CompanyId; before: Date }>(
  'companies.delete',
  'delete from companies where id = :id and delete_at <= :before',
)

/** Inserts a company. No row: another company has the name, ignoring case. */
export const insertCompany = statement<
  {
    name: string
    email: string
    phone: string | null
    planId: PlanId
    dueDate: string
    recurrence: BillingRecurrence
    isActive: boolean
    timeZone: string
    trialExpiresAt: Date | null
    referredBy: number | null
    billingName: string | null
    addressZipCode: string | null
    addressStreet: string | null
    addressState: string | null
    addressCity: string | null
    addressDistrict: string | null
    at: Date
    language: string
  },
  { id: CompanyId }
>(
  'companies.insert',
  `
  insert into companies (name, email, phone, plan_id, due_date, recurrence, is_active, time_zone, trial_expires_at,
    referred_by, billing_name, address_zip_code, address_street, address_state, address_city, address_district,
    created_at, updated_at, language)
  values (:name, :email, :phone, :planId, :dueDate, :recurrence, :isActive, :timeZone, :trialExpiresAt, :referredBy,
    :billingName, :addressZipCode, :addressStreet, :addressState, :addressCity, :addressDistrict, :at, :at, :language)
  on conflict (lower(name)) do nothing
  returning id
  `,
)

/** Locks the creation of the first company, so that two processes that start at once create only one. */
export const takeFirstCompanyLock = statement<NoParams, { locked: null }>(
  'companies.lockFounding',
  `select pg_advisory_xact_lock(hashtext('founding of the first company')) as locked`,
)

export const anyCompanyExists = statement<NoParams, { found: boolean }>(
  'companies.isThereOne',
  'select exists (select from companies) as found',
)

export type SupportContactRow = { name: string; email: string | null; phone: string | null }

/** Writes the platform's support contact, which is a single row. */
export const upsertSupportContact = statement<SupportContactRow, SupportContactRow>(
  'companies.upsertSupportContact',
  `
  insert into support_contact (name, email, phone) values (:name, :email, :phone)
  on conflict (id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone
  returning name, email, phone
  `,
)
