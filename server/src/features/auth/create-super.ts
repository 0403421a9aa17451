import { emailText, nameText } from '@balcao/contract/wire-values'
import { hashPassword } from '../../platform/password-hash'
import { generateSecret } from '../../platform/secrets'
import type { Workplace } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { createFirstUser } from '../users/create-user'
import { platformCompany } from './auth.queries'
import { generatedPasswordLength } from './reset-password'

export interface NewSuperUser {
  readonly email: string
  readonly password: string
  /** The name of the new user's company. */
  readonly company: string
}

/** Creates a super user with a generated password, at the operator's console. Null: there is no company yet. */
export async function createSuperUser(
  workplace: Workplace,
  typed: { readonly email: string; readonly name: string },
): Promise<NewSuperUser | null> {
  const [email, name] = [emailText.parse(typed.email), nameText.parse(typed.name)]
  const password = generateSecret().slice(0, generatedPasswordLength)
  const passwordHash = await hashPassword(password)
  return workplace.withPlatform('create a super user', async (work) => {
    const company = await work.db.row(platformCompany)
    if (company === null) return null
    const person = { name, email, passwordHash, isSuper: true, hasGeneratedPassword: true }
    const id = await createFirstUser(work, company.id, person)
    await recordPlatformAudit(work, {
      companyId: company.id,
      act: 'user.created',
      subject: { id, name },
      detail: { profile: 'admin', because: 'npm run admin' },
    })
    return { email, password, company: company.name }
  })
}
