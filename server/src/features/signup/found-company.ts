import type { CompanyId, UserId } from '@balcao/domain/ids'
import type { PlatformWork } from '../../platform/work'
import { createCompany, type NewCompany } from '../companies/create-company'
import { tellCompaniesChanged } from '../companies/tell-companies-changed'
import { createDefaultSettings } from '../settings/create-default-settings'
import { createFirstUser } from '../users/create-user'

export interface Founding extends Omit<NewCompany, 'email'> {
  /** Whether the first user is a super user of the platform. */
  readonly isSuper: boolean
  readonly person: {
    readonly name: string
    readonly email: string
    readonly passwordHash: string
    /** The server generated the password. */
    readonly hasGeneratedPassword?: boolean
  }
  readonly campaignsEnabled?: boolean
}

/** Creates a company with its settings and its first user, an admin. */
export async function foundCompany(
  work: PlatformWork,
  { isSuper, person, campaignsEnabled = true, ...company }: Founding,
): Promise<{ companyId: CompanyId; userId: UserId }> {
  const companyId = await createCompany(work, { ...company, email: person.email })
  await createDefaultSettings(work, companyId, { campaignsEnabled: campaignsEnabled ? 'true' : 'false' })
  const userId = await createFirstUser(work, companyId, { ...person, isSuper })
  await tellCompaniesChanged(work)
  return { companyId, userId }
}
