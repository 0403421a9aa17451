import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type { signUp as signUpCall } from '@balcao/contract/signup'
import { addCalendarDays, timeZoneOrDefault, trialDays } from '@balcao/domain/companies'
import { dayOf } from '@balcao/domain/days'
import type { CellDirectory } from '../../platform/cells/directory'
import { addressForThrottling } from '../../platform/http/counted-address'
import { hashPassword } from '../../platform/password-hash'
import { Refusal, refuse } from '../../platform/refusal'
import type { PlatformWork, Workplace } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { planToAssignToCompany } from '../plans/plans.read'
import { createCompanyWithUser } from './found-company'
import {
  deleteOldSignupAttempts,
  insertSignupAttempt,
  isSignupOpen,
  lockSignupIpAddress,
  signupAttemptAtLimit,
} from './signup.queries'

/** Sign-ups that an IP address may try in a day: enough for an office, too few to probe (docs/features/users.md). */
export const signupThrottle = { attempts: 10, seconds: 86_400 } as const
const largestId = 2_147_483_647

type Form = ParsedInputOf<typeof signUpCall>['body']

/** Counts the attempt first, in its own transaction, so that concurrent requests stay within the limit (AUTH-27). */
export async function signUp(
  workplace: Workplace,
  cells: Pick<CellDirectory, 'claiming'>,
  form: Form,
  address: string,
): Promise<void> {
  await workplace.withPlatform('sign up', (work) => countAttempt(work, addressForThrottling(address)))
  const passwordHash = await hashPassword(form.password)
  const create = () =>
    workplace.withPlatform('sign up', (work) => createSignedUpCompany(work, form, passwordHash, address))
  await cells.claiming(form.email, create).catch(refuseAsTaken)
}

async function countAttempt({ db, now }: PlatformWork, address: string): Promise<void> {
  if (!(await db.one(isSignupOpen)).open) throw refuse('ERR_USER_CREATION_DISABLED')
  await db.one(lockSignupIpAddress, { address })
  const since = new Date(now.getTime() - signupThrottle.seconds * 1000)
  const filling = await db.row(signupAttemptAtLimit, { address, since, limit: signupThrottle.attempts })
  if (filling !== null) {
    const retryAfterSeconds = Math.ceil((filling.at.getTime() - since.getTime()) / 1000)
    throw refuse('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds })
  }
  await db.run(deleteOldSignupAttempts, { before: since })
  await db.run(insertSignupAttempt, { address, at: now })
}

async function createSignedUpCompany(
  work: PlatformWork,
  form: Form,
  passwordHash: string,
  address: string,
): Promise<void> {
  const plan = await planToAssignToCompany(work, form.planId)
  if (!plan.isPublic) throw refuse('ERR_NO_PLAN_FOUND')
  const { name, email, phone } = form
  const timeZone = timeZoneOrDefault(form.timeZone)
  const dueDate = addCalendarDays(dayOf(work.now, timeZone), trialDays)

  const { companyId, userId } = await createCompanyWithUser(work, {
    name,
    phone,
    planId: plan.id,
    dueDate,
    timeZone,
    // The trial lasts full days of 24 hours from now, as docs/features/signup.md promises.
    trialExpiresAt: new Date(work.now.getTime() + trialDays * 86_400_000),
    referredBy: referralOf(form.companyId),
    isSuper: false,
    person: { name, email, passwordHash },
  })

  const person = { id: userId, name }
  const subject = { id: companyId, name }
  await recordPlatformAudit(work, {
    companyId,
    act: 'company.signedUp',
    subject,
    person,
    address,
    detail: { plan: plan.name },
  })
}

/** The id of the referring company; null: not a valid id. No answer reveals whether that company exists (AUTH-22). */
function referralOf(value: unknown): number | null {
  const id = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= largestId ? id : null
}

const takenErrorCodes: readonly string[] = ['ERR_COMPANY_NAME_ALREADY_EXISTS', 'ERR_EMAIL_ALREADY_EXISTS']

/** Refuses a taken company name and a taken e-mail alike, so that the sign-up reveals no e-mail of another user. */
function refuseAsTaken(error: unknown): never {
  throw error instanceof Refusal && takenErrorCodes.includes(error.code) ? refuse('ERR_SIGNUP_TAKEN') : error
}
