import type { CompanyView, CompanyWithUsage } from '@balcao/contract/companies'
import type { ownCompany } from '@balcao/contract/people'
import type { z } from 'zod'
import type { Plan } from '../plans/plans.read'
import { type CompanySetting, settingsWithDefaults } from '../settings/settings.read'
import type { ManagedCompanyRow, OwnCompanyForUsersRow } from './companies.queries'

export function ownCompanyView(
  company: OwnCompanyForUsersRow,
  plan: Plan,
  settings: CompanySetting[],
): z.output<typeof ownCompany> {
  return {
    id: company.id,
    name: company.name,
    email: company.email,
    dueDate: company.paid_until.toISOString(),
    expires: company.closes_at !== null,
    trialExpiration: (company.trial_expires_at ?? company.paid_until).toISOString(),
    isTrial: company.trial_expires_at !== null,
    timeZone: company.time_zone,
    language: company.language,
    settings,
    plan,
    supportContact: company.support_contact,
    support: company.support,
  }
}

export function companyView(row: ManagedCompanyRow, plan: Plan): CompanyView {
  const settings = settingsWithDefaults(row.settings)
  const campaigns = settings.find(({ key }) => key === 'campaignsEnabled')
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    planId: row.plan_id,
    plan,
    status: row.is_active,
    campaignsEnabled: campaigns?.value === 'true',
    dueDate: row.paid_until.toISOString(),
    recurrence: row.recurrence,
    trialExpiration: row.trial_expires_at?.toISOString() ?? null,
    timeZone: row.time_zone,
    language: row.language,
    schedules: row.schedules,
    settings,
    billingName: row.billing_name,
    addressZipCode: row.address_zip_code,
    addressStreet: row.address_street,
    addressState: row.address_state,
    addressCity: row.address_city,
    addressDistrict: row.address_district,
    deleteAt: row.delete_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function managedCompanyView(row: ManagedCompanyRow, plan: Plan): CompanyWithUsage {
  const used = { users: row.users_used, connections: row.connections_used, queues: row.queues_used }
  return { ...companyView(row, plan), used, openInvoice: row.open_invoice }
}
