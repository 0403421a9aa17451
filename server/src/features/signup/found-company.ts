import type { CompanyForm } from '@balcao/contract/companies'
import { dueDayOf } from '@balcao/domain/companies'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import type { PlatformWork } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { createCompany, type NewCompany } from '../companies/create-company'
import { recordCompaniesChanged } from '../companies/record-companies-changed'
import { planToAssignToCompany } from '../plans/plans.read'
import { createDefaultSettings } from '../settings/change-setting'
import { createFirstUser } from '../users/create-user'

export interface NewCompanyWithUser extends Omit<NewCompany, 'email'> {
  /** Whether the first user is a super user of the platform. */
  readonly isSuper: boolean
  readonly person: {
    readonly name: string
    readonly email: string
    readonly passwordHash: string
    /** Whether the server generated the password, because the user typed none. */
    readonly hasGeneratedPassword?: boolean
  }
  readonly campaignsEnabled?: boolean
}

export async function createCompanyWithUser(
  work: PlatformWork,
  { isSuper, person, campaignsEnabled = true, ...company }: NewCompanyWithUser,
): Promise<{ companyId: CompanyId; userId: UserId }> {
  const companyId = await createCompany(work, { ...company, email: person.email })
  await createDefaultSettings(work, companyId, { campaignsEnabled: campaignsEnabled ? 'true' : 'false' })
  const userId = await createFirstUser(work, companyId, { ...person, isSuper })
  await recordCompaniesChanged(work)
  return { companyId, userId }
}

/** Creates a company and its first user, with the company's e-mail and, without `adminName`, its name (COMPANY-10). */
export async function createCompanyByPlatformForm(
  work: PlatformWork,
  form: Omit<CompanyForm, 'password'>,
  passwordHash: string,
): Promise<CompanyId> {
  const plan = await planToAssignToCompany(work, form.planId)
  const { name, email, status, dueDate, adminName = name, ...company } = form

  const { companyId } = await createCompanyWithUser(work, {
    ...company,
    name,
    planId: plan.id,
    dueDate: dueDayOf(dueDate, company.timeZone),
    isActive: status,
    isSuper: false,
    person: { name: adminName, email, passwordHash },
  })

  const detail = { plan: plan.name }
  await recordPlatformAudit(work, {
    companyId,
    act: 'company.created',
    subject: { id: companyId, name },
    detail,
  })
  return companyId
}
