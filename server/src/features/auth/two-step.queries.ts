import type { UserId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface TwoStepRow {
  sealed_secret: Buffer
  is_on: boolean
  last_step: number
}

/** Locks the row until the transaction ends, so that a code is used once. */
export const lockTwoStep = statement<{ userId: UserId }, TwoStepRow>(
  'auth.lockTwoStep',
  `
  select sealed_secret, confirmed_at is not null as is_on, last_step::float8 as last_step
  from two_step_logins where user_id = :userId for update
  `,
)

/** The number of unused recovery codes. No row: the user has no second step, so the password alone signs in. */
export const recoveryCodesLeftOfTwoStep = statement<{ userId: UserId }, { codes_left: number }>(
  'auth.twoStepInUse',
  `
  select (select count(*)::int from recovery_codes r where r.company_id = t.company_id and r.user_id = t.user_id)
    as codes_left
  from two_step_logins t where t.user_id = :userId and t.confirmed_at is not null
  `,
)

/** Stores a secret that the user has yet to confirm. A new set-up replaces it. */
export const insertTwoStepSecret = statement<{ userId: UserId; sealedSecret: Buffer }>(
  'auth.createTwoStepSecret',
  `
  insert into two_step_logins (company_id, user_id, sealed_secret, last_step) values (current_company(), :userId,
    :sealedSecret, 0)
  on conflict (company_id, user_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0
  where two_step_logins.confirmed_at is null
  `,
)

export const markTwoStepConfirmed = statement<{ userId: UserId; at: Date }>(
  'auth.switchOnTwoStep',
  'update two_step_logins set confirmed_at = :at where user_id = :userId',
)

export const saveLastTotpStep = statement<{ userId: UserId; step: number }>(
  'auth.saveLastTotpStep',
  'update two_step_logins set last_step = :step where user_id = :userId',
)

/** Deletes the second step of a user. The foreign key deletes the recovery codes too. */
export const removeTwoStep = statement<{ userId: UserId }>(
  'auth.removeTwoStep',
  'delete from two_step_logins where user_id = :userId',
)

export const removeRecoveryCodes = statement<{ userId: UserId }>(
  'auth.removeRecoveryCodes',
  'delete from recovery_codes where user_id = :userId',
)

export const insertRecoveryCodes = statement<{ userId: UserId; codeHashes: readonly Buffer[] }>(
  'auth.insertRecoveryCodes',
  `
  insert into recovery_codes (company_id, user_id, code_hash) select current_company(), :userId,
    unnest(:codeHashes::bytea[])
  `,
)

export const consumeRecoveryCode = statement<{ userId: UserId; codeHash: Buffer }, { user_id: UserId }>(
  'auth.useRecoveryCode',
  'delete from recovery_codes where user_id = :userId and code_hash = :codeHash returning user_id',
)
