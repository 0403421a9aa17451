import type { UserId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface OnboardingRow {
  is_dismissed: boolean
  has_helps: boolean
  company: boolean
  password: boolean
  number: boolean
  queue: boolean
  user: boolean
  message: boolean
}

/** Each subquery stops at its first row. Messages of the phone's history have negative ids and do not count. */
export const onboardingOfCompany = statement<{ viewerId: UserId; unnamed: string }, OnboardingRow>(
  'onboarding.ofCompany',
  `
  select exists (select from onboardings) as is_dismissed, exists (select from helps) as has_helps,
    exists (select from companies where id = current_company() and name <> :unnamed) as company,
    not exists (select from users where id = :viewerId and has_generated_password) as password,
    exists (select from connections where number is not null) as number,
    exists (select from queues) as queue,
    (select count(*) > 1 from (select from users where not is_support limit 2) people) as user,
    exists (select from messages where company_id = current_company() and id > 0 and not from_me) as message
  `,
)

export const insertOnboardingDismissal = statement<{ at: Date; by: UserId }>(
  'onboarding.dismiss',
  `
  insert into onboardings (company_id, dismissed_at, dismissed_by) values (current_company(), :at, :by)
  on conflict (company_id) do nothing
  `,
)
