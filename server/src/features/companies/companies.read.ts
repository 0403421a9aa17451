import type { CompanySortOrder, CompanyView, CompanyWithUsage } from '@balcao/contract/companies'
import type { ownCompany as ownCompanyShape } from '@balcao/contract/people'
import { type CompanyTexts, companyTexts } from '@balcao/domain/company-texts'
import { limits } from '@balcao/domain/limits'
import { settingKeys } from '@balcao/domain/settings'
import type { z } from 'zod'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { companyPlan, companyPlanOrNull, readAllPlans } from '../plans/plans.read'
import { allSettings } from '../settings/settings.read'
import {
  anyCompanyExists,
  type CompanyRow,
  companyForPlatformOwner,
  countCompanies,
  managedCompaniesPage,
  ownCompanyForUsers,
  ownCompanyRow,
} from './companies.queries'
import { companyView, managedCompanyView, ownCompanyView } from './companies.view'

export type { CompanyRow }

export function ownCompany({ db }: Pick<CompanyWork, 'db'>): Promise<CompanyRow> {
  return db.one(ownCompanyRow)
}

export function ownCompanyOrNull({ db }: Pick<CompanyWork, 'db'>): Promise<CompanyRow | null> {
  return db.row(ownCompanyRow)
}

/** A cache of the company's texts for the time of one transaction, because every message needs them. */
const textsOfAct = new WeakMap<CompanyWork['db'], Promise<CompanyTexts>>()

/** The texts that the system writes to customers, in the company's language. */
export function systemTextsInCompanyLanguage({ db }: Pick<CompanyWork, 'db'>): Promise<CompanyTexts> {
  const known = textsOfAct.get(db) ?? ownCompany({ db }).then(({ language }) => companyTexts(language))
  textsOfAct.set(db, known)
  return known
}

export async function companyForSession(
  work: Pick<CompanyWork, 'db'>,
): Promise<z.output<typeof ownCompanyShape>> {
  return ownCompanyView(
    await work.db.one(ownCompanyForUsers),
    await companyPlan(work),
    await allSettings(work),
  )
}

export async function hasAnyCompany({ db }: PlatformWork): Promise<boolean> {
  return (await db.one(anyCompanyExists)).found
}

export async function listCompanies(
  work: PlatformWork,
  { searchParam, pageNumber, sort }: { searchParam: string; pageNumber: number; sort: CompanySortOrder },
): Promise<{ companies: CompanyWithUsage[]; count: number; hasMore: boolean }> {
  const words = searchParam.trim()
  const offset = (pageNumber - 1) * limits.listPage
  const companies = await managedCompanies(work, words, limits.listPage, offset, sort)
  const { count } = await work.db.one(countCompanies, { words })
  return { companies, count, hasMore: count > offset + companies.length }
}

export function allCompanies(work: PlatformWork): Promise<CompanyWithUsage[]> {
  return managedCompanies(work, '', null, 0)
}

async function managedCompanies(
  work: PlatformWork,
  words: string,
  limit: number | null,
  offset: number,
  sort: CompanySortOrder = 'name',
) {
  const rows = await work.db.rows(managedCompaniesPage, {
    settingKeys: [...settingKeys],
    words,
    limit,
    offset,
    sort,
  })
  const plans = new Map((await readAllPlans(work)).map((plan) => [plan.id, plan]))
  return rows.flatMap((row) => {
    const plan = plans.get(row.plan_id)
    // A foreign key guarantees that every company has a plan.
    return plan === undefined ? [] : [managedCompanyView(row, plan)]
  })
}

export async function companyToRead(work: Pick<CompanyWork, 'db'>): Promise<CompanyView> {
  const { row, plan } = await companyWithPlan(work)
  return companyView(row, plan)
}

export async function managedCompanyToRead(work: Pick<CompanyWork, 'db'>): Promise<CompanyWithUsage> {
  const { row, plan } = await companyWithPlan(work)
  return managedCompanyView(row, plan)
}

async function companyWithPlan({ db }: Pick<CompanyWork, 'db'>) {
  const [row, plan] = await Promise.all([
    db.row(companyForPlatformOwner, { settingKeys: [...settingKeys] }),
    companyPlanOrNull({ db }),
  ])
  if (row === null || plan === null) throw refuse('ERR_NO_COMPANY_FOUND')
  return { row, plan }
}
