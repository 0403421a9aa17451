import type { UserId } from '@balcao/domain/ids'
import { type DataKeys, decrypt, encrypt } from '../../platform/encryption'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { hashOfRecoveryCode } from './recovery-code'
import { totpStepOfCode } from './totp'
import { consumeRecoveryCode, lockTwoStep, saveLastTotpStep, type TwoStepRow } from './two-step.queries'

type Owner = Pick<CompanyWork, 'companyId'>

export function encryptTwoStepSecret(
  dataKeys: DataKeys,
  owner: Owner,
  userId: UserId,
  secret: Uint8Array,
): Buffer {
  return encrypt(dataKeys, secret, contextOf(owner, userId))
}

function contextOf({ companyId }: Owner, userId: UserId): string {
  return `two_step_logins.sealed_secret ${companyId} ${userId}`
}

/** Checks a code of the authenticator app or a recovery code. Does nothing for users without a second step. */
export async function requireSecondStep(
  work: CompanyWork,
  dataKeys: DataKeys,
  { id, name }: { readonly id: UserId; readonly name: string },
  code: string,
  address: string,
): Promise<void> {
  const row = await work.db.row(lockTwoStep, { userId: id })
  if (row === null || !row.is_on) return
  if (code === '') throw refuse('ERR_TWO_STEP_CODE_REQUIRED')

  await consumeSecondStepCode(work, dataKeys, { id, name }, row, code, address)
}

/** Uses up a code of the authenticator app or a recovery code; refuses a wrong one. The caller has locked the row. */
export async function consumeSecondStepCode(
  work: CompanyWork,
  dataKeys: DataKeys,
  person: { readonly id: UserId; readonly name: string },
  row: TwoStepRow,
  code: string,
  address: string,
): Promise<void> {
  if (await consumeTotpCode(work, dataKeys, person.id, row, code)) return
  const used = await work.db.rows(consumeRecoveryCode, {
    userId: person.id,
    codeHash: hashOfRecoveryCode(code),
  })
  if (used.length === 0) throw refuse('ERR_TWO_STEP_CODE_WRONG')

  await recordAudit(work, { act: 'twoStep.recoveryCodeUsed', subject: person, person, address })
}

/** Uses up a code of the authenticator app. False: the code is wrong, or not newer than the last one. */
export async function consumeTotpCode(
  work: CompanyWork,
  dataKeys: DataKeys,
  userId: UserId,
  row: TwoStepRow,
  code: string,
): Promise<boolean> {
  const secret = decrypt(dataKeys, row.sealed_secret, contextOf(work, userId))
  const step = totpStepOfCode(secret, code.replace(/\s/g, ''), work.now, row.last_step)
  if (step === null) return false
  await work.db.run(saveLastTotpStep, { userId, step })
  return true
}
