import { type CompanyLanguage, defaultTimeZone } from '@balcao/domain/companies'
import type { CompanyId, PlanId } from '@balcao/domain/ids'
import type { BillingRecurrence } from '@balcao/domain/recurrence'
import { refuse } from '../../platform/refusal'
import type { PlatformWork } from '../../platform/work'
import { insertCompany, takeFirstCompanyLock } from './companies.queries'

export interface NewCompany {
  readonly name: string
  readonly email: string
  readonly planId: PlanId
  /** The last paid day: `2026-11-20`. */
  readonly dueDate: string
  readonly phone?: string | null | undefined
  readonly recurrence?: BillingRecurrence
  readonly isActive?: boolean
  readonly timeZone?: string
  readonly language?: CompanyLanguage
  readonly trialExpiresAt?: Date
  /** The company whose sign-up link was used (AUTH-22). Null: none. */
  readonly referredBy?: number | null
  /** The payer's name on the company's invoices (COMPANY-02). */
  readonly billingName?: string | null | undefined
  readonly addressZipCode?: string | null | undefined
  readonly addressStreet?: string | null | undefined
  readonly addressState?: string | null | undefined
  readonly addressCity?: string | null | undefined
  readonly addressDistrict?: string | null | undefined
}

export async function createCompany({ db, now }: PlatformWork, company: NewCompany): Promise<CompanyId> {
  const { name, email, planId, dueDate, phone = null, recurrence = 'MENSAL', isActive = true } = company
  const { timeZone = defaultTimeZone, trialExpiresAt = null, referredBy = null } = company
  const row = await db.row(insertCompany, {
    name,
    email,
    phone,
    planId,
    dueDate,
    recurrence,
    isActive,
    timeZone,
    trialExpiresAt,
    referredBy,
    billingName: company.billingName ?? null,
    addressZipCode: company.addressZipCode ?? null,
    addressStreet: company.addressStreet ?? null,
    addressState: company.addressState ?? null,
    addressCity: company.addressCity ?? null,
    addressDistrict: company.addressDistrict ?? null,
    at: now,
    language: company.language ?? 'pt-BR',
  })
  if (row === null) throw refuse('ERR_COMPANY_NAME_ALREADY_EXISTS')
  return row.id
}

export async function lockFirstCompanyCreation({ db }: PlatformWork): Promise<void> {
  await db.one(takeFirstCompanyLock)
}
