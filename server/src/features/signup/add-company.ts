import type { CompanyForm } from '@balcao/contract/companies'
import { dueDayOf } from '@balcao/domain/companies'
import type { CompanyId } from '@balcao/domain/ids'
import type { PlatformWork } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { planToGive } from '../plans/plans.read'
import { foundCompany } from './found-company'

/**
 * Creates a company for a super user. Its first user has the company's e-mail, and its name unless another is given
 * (COMPANY-10).
 */
export async function addCompany(
  work: PlatformWork,
  form: Omit<CompanyForm, 'password'>,
  passwordHash: string,
): Promise<CompanyId> {
  const plan = await planToGive(work, form.planId)
  const { name, email, status, dueDate, adminName = name, ...company } = form

  const { companyId } = await foundCompany(work, {
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
