import { initialCompanyName } from '@balcao/domain/onboarding'
import { type CellDirectory, singleCellDirectory } from '../../platform/cells/directory'
import { hashPassword } from '../../platform/password-hash'
import { generateSecret } from '../../platform/secrets'
import type { Workplace } from '../../platform/work'
import { hasAnyCompany } from '../companies/companies.read'
import { lockFirstCompanyCreation } from '../companies/create-company'
import { createPlanWithAllModules } from '../plans/create-plan'
import { createCompanyWithUser } from '../signup/found-company'
import { generatedPasswordLength } from './reset-password'

const firstPlan = { name: 'Completo', users: 1000, connections: 100, queues: 200, value: 0, isPublic: false }
/** A due date that never comes, because the company that runs the installation does not pay. */
const farAhead = '2099-12-31'

/** Creates the first company and its admin. Returns a generated password; null: one was given, or a company exists. */
export async function ensureFirstCompany(
  workplace: Workplace,
  { email: typed, password }: { email: string; password: string | null },
  cells: Pick<CellDirectory, 'claiming'> = singleCellDirectory,
): Promise<{ email: string; generatedPassword: string } | null> {
  if (await workplace.withPlatform('look for companies', hasAnyCompany)) return null
  const email = typed.trim().toLowerCase()
  const generatedPassword = generateSecret().slice(0, generatedPasswordLength)
  const passwordHash = await hashPassword(password ?? generatedPassword)

  const found = () =>
    workplace.withPlatform('found the first company', async (work) => {
      await lockFirstCompanyCreation(work)
      if (await hasAnyCompany(work)) return false
      const planId = await createPlanWithAllModules(work, firstPlan)
      const hasGeneratedPassword = password === null
      const person = { name: 'Administrador', email, passwordHash, hasGeneratedPassword }
      await createCompanyWithUser(work, {
        name: initialCompanyName,
        planId,
        dueDate: farAhead,
        isSuper: true,
        person,
      })
      return true
    })
  const isFounded = await cells.claiming(email, found)

  return isFounded && password === null ? { email: typed, generatedPassword } : null
}
