import type { ownCompany as ownCompanyShape } from '@balcao/contract/people'
import { type CompanyTexts, companyTexts } from '@balcao/domain/company-texts'
import type { z } from 'zod'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { ownPlan } from '../plans/plans.read'
import { allSettings } from '../settings/settings.read'
import { type CompanyRow, isThereACompany, ownCompanyRow } from './companies.queries'
import { ownCompanyView } from './companies.view'

export type { CompanyRow }

/** The company of the act. */
export function ownCompany({ db }: Pick<CompanyWork, 'db'>): Promise<CompanyRow> {
  return db.one(ownCompanyRow, [])
}

/** Every message asks for them: read once in an act. */
const textsOfAct = new WeakMap<CompanyWork['db'], Promise<CompanyTexts>>()

/** The words in which the company's house writes by itself. */
export function textsOfCompany({ db }: Pick<CompanyWork, 'db'>): Promise<CompanyTexts> {
  const known = textsOfAct.get(db) ?? ownCompany({ db }).then(({ language }) => companyTexts(language))
  textsOfAct.set(db, known)
  return known
}

/** The company as its own people see it, in the session user (AUTH-05). */
export async function companyForSession(
  work: Pick<CompanyWork, 'db'>,
): Promise<z.output<typeof ownCompanyShape>> {
  return ownCompanyView(await ownCompany(work), await ownPlan(work), await allSettings(work))
}

/** False on a fresh installation. */
export async function isAnyCompanyFounded({ db }: PlatformWork): Promise<boolean> {
  return (await db.one(isThereACompany, [])).found
}
