import { hashPassword } from '../../platform/password-hash'
import { generateSecret } from '../../platform/secrets'
import type { Workplace } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { setGeneratedPassword } from '../users/update-user'
import { userMustSignInAgain } from '../users/users.hooks'
import { accountByEmail, deleteFailedLoginsOfEmail, lockAccount } from './auth.queries'
import { hashOfLoginEmail } from './count-attempt'
import { removeTwoStep } from './two-step.queries'

/** Twenty characters carry 120 bits and fit the password field (USER-05). */
export const generatedPasswordLength = 20
const resetReason = 'npm run admin'

export interface PasswordResetResult {
  readonly name: string
  readonly email: string
  readonly password: string
  /** Whether the account's second step is still on after the reset, so that a login also needs a code. */
  readonly keepsTwoStep: boolean
}

/** Sets a generated password at the operator's console, for an owner of the platform. Null: no such account. */
export async function resetPassword(
  workplace: Workplace,
  { email: typed, withoutTwoStep }: { readonly email: string; readonly withoutTwoStep: boolean },
): Promise<PasswordResetResult | null> {
  const email = typed.trim().toLowerCase()
  const account = await workplace.withPlatform('reset a password', (work) =>
    work.db.row(accountByEmail, { email }),
  )
  if (account === null) return null
  const password = generateSecret().slice(0, generatedPasswordLength)
  const passwordHash = await hashPassword(password)
  const { user_id: id, company_id: companyId, name } = account

  const actor = { kind: 'system', name: resetReason, companyId } as const
  const isThere = await workplace.withCompany(actor, async (work) => {
    if ((await work.db.row(lockAccount, { userId: id })) === null) return false
    await setGeneratedPassword(work, { id, name }, passwordHash, resetReason)
    await work.runHook(userMustSignInAgain, {
      userId: id,
      because: 'password or profile changed',
      exceptSessionId: null,
    })
    if (withoutTwoStep && account.has_two_step) {
      await work.db.run(removeTwoStep, { userId: id })
      await recordAudit(work, {
        act: 'twoStep.switchedOff',
        subject: { id, name },
        detail: { because: resetReason },
      })
    }
    return true
  })
  if (!isThere) return null

  await workplace.withPlatform('reset a password', (work) =>
    work.db.run(deleteFailedLoginsOfEmail, { email: hashOfLoginEmail(email) }),
  )
  return { name, email, password, keepsTwoStep: account.has_two_step && !withoutTwoStep }
}
