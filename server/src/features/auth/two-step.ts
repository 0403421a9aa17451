import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type { disableTwoStep } from '@balcao/contract/two-step'
import type { UserId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import type { DataKeys } from '../../platform/encryption'
import type { UserCaller } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import { generateSecret } from '../../platform/secrets'
import type { PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { userToChange, userToRead } from '../users/users.access'
import type { UserRow } from '../users/users.queries'
import { type LoginAttemptDependencies, withLoginThrottle } from './prove-password'
import { generateRecoveryCodes, hashOfRecoveryCode } from './recovery-code'
import { consumeSecondStepCode, consumeTotpCode, encryptTwoStepSecret } from './second-step'
import { otpauthUri, toBase32 } from './totp'
import * as rows from './two-step.queries'

export interface TwoStepDependencies extends LoginAttemptDependencies {
  readonly dataKeys: DataKeys
}

/** RFC 4226 recommends a secret as long as the HMAC output: 160 bits. */
const secretBytes = 20

export async function readTwoStepStatus(
  work: PersonWork,
  id: UserId,
): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const [user, inUse] = await Promise.all([
    userToRead(work, id),
    work.db.row(rows.recoveryCodesLeftOfTwoStep, { userId: id }),
  ])
  if (user.id !== work.actor.userId && !isAdmin(work.actor)) throw refuse('ERR_NO_PERMISSION')

  return { isOn: inUse !== null, recoveryCodesLeft: inUse?.codes_left ?? 0 }
}

/** Creates a secret for the authenticator app. Logins need no code until the user confirms the secret. */
export async function createTwoStepSecret(
  work: PersonWork,
  dataKeys: DataKeys,
): Promise<{ secret: string; uri: string }> {
  const { id, email } = await userToChange(work, work.actor.userId)
  const row = await work.db.row(rows.lockTwoStep, { userId: id })
  if (row?.is_on === true) throw refuse('ERR_TWO_STEP_STATE')

  const secret = Buffer.from(generateSecret(), 'base64url').subarray(0, secretBytes)
  await work.db.run(rows.insertTwoStepSecret, {
    userId: id,
    sealedSecret: encryptTwoStepSecret(dataKeys, work, id, secret),
  })

  return { secret: toBase32(secret), uri: otpauthUri(secret, email) }
}

/** Switches the second step on. A right code proves that the authenticator app has the secret. */
export function switchOnTwoStep(
  caller: UserCaller,
  code: string,
  parts: TwoStepDependencies,
): Promise<string[]> {
  return withLoginThrottle(caller, parts, async (work, user) => {
    const row = await work.db.row(rows.lockTwoStep, { userId: user.id })
    if (row === null || row.is_on) throw refuse('ERR_TWO_STEP_STATE')
    if (!(await consumeTotpCode(work, parts.dataKeys, user.id, row, code)))
      throw refuse('ERR_TWO_STEP_CODE_WRONG')

    await work.db.run(rows.markTwoStepConfirmed, { userId: user.id, at: work.now })
    const codes = await saveNewRecoveryCodes(work, user.id)

    await recordAudit(work, { act: 'twoStep.switchedOn', subject: { id: user.id, name: user.name } })
    return codes
  })
}

export function renewRecoveryCodes(
  caller: UserCaller,
  proof: Proof,
  parts: TwoStepDependencies,
): Promise<string[]> {
  return actWithProof(caller, proof, parts, async (work, { id, name }) => {
    const codes = await saveNewRecoveryCodes(work, id)

    await recordAudit(work, { act: 'twoStep.recoveryCodesRenewed', subject: { id, name } })
    return codes
  })
}

export function switchOffTwoStep(
  caller: UserCaller,
  proof: Proof,
  parts: TwoStepDependencies,
): Promise<void> {
  return actWithProof(caller, proof, parts, removeTwoStep)
}

/** An admin removes the second step of another user, who lost the phone and the recovery codes. */
export async function resetTwoStep(work: PersonWork, id: UserId): Promise<void> {
  const user = await userToChange(work, id)
  if (user.id === work.actor.userId) throw refuse('ERR_OWN_ACCOUNT')
  const row = await work.db.row(rows.lockTwoStep, { userId: id })
  if (row?.is_on !== true) throw refuse('ERR_TWO_STEP_STATE')

  await removeTwoStep(work, user)
}

async function removeTwoStep(work: PersonWork, { id, name }: UserRow): Promise<void> {
  await work.db.run(rows.removeTwoStep, { userId: id })
  await recordAudit(work, { act: 'twoStep.switchedOff', subject: { id, name } })
}

async function saveNewRecoveryCodes({ db }: PersonWork, id: UserId): Promise<string[]> {
  const codes = generateRecoveryCodes()
  await db.run(rows.removeRecoveryCodes, { userId: id })
  await db.run(rows.insertRecoveryCodes, { userId: id, codeHashes: codes.map(hashOfRecoveryCode) })
  return codes
}

type Proof = ParsedInputOf<typeof disableTwoStep>['body']

/** Checks password and code, then runs `act`. Another person at the open page has the session, but not those. */
function actWithProof<T>(
  caller: UserCaller,
  { password, code }: Proof,
  parts: TwoStepDependencies,
  act: (work: PersonWork, user: UserRow) => Promise<T>,
): Promise<T> {
  return withLoginThrottle(
    caller,
    parts,
    async (work, user) => {
      const row = await work.db.row(rows.lockTwoStep, { userId: user.id })
      if (row?.is_on !== true) throw refuse('ERR_TWO_STEP_STATE')
      await consumeSecondStepCode(work, parts.dataKeys, user, row, code, caller.facts.address)

      return act(work, user)
    },
    password,
  )
}
