import { type NoParams, statement } from '../../platform/database/statement'

/** Locks an IP address, so that its sign-up attempts run one after another. */
export const lockSignupIpAddress = statement<{ address: string }, { locked: null }>(
  'signup.lockAddress',
  `select pg_advisory_xact_lock(hashtext('sign up address'), hashtext(:address)) as locked`,
)

/** The attempt that reached the limit. It frees a place when it is a day old. No row: one more attempt is allowed. */
export const signupAttemptAtLimit = statement<{ address: string; since: Date; limit: number }, { at: Date }>(
  'signup.fillingAttempt',
  'select at from signup_attempts where address = :address and at > :since order by at desc offset :limit - 1 limit 1',
)

export const insertSignupAttempt = statement<{ address: string; at: Date }>(
  'signup.insertAttempt',
  'insert into signup_attempts (address, at) values (:address, :at)',
)

export const deleteOldSignupAttempts = statement<{ before: Date }>(
  'signup.forgetOldAttempts',
  'delete from signup_attempts where at < :before',
)

/** Whether the first company, which runs the installation, allows sign-ups (AUTH-28). */
export const isSignupOpen = statement<NoParams, { open: boolean }>(
  'signup.isOpen',
  `
  select coalesce((
    select s.value from settings s
    where s.key = 'userCreation' and s.company_id = (select min(id) from companies)
  ), 'enabled') = 'enabled' as open
  `,
)
