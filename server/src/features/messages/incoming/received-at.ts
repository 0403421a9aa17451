import type { CompanyWork } from '../../../platform/work'

const oneDayMs = 24 * 3_600_000

/** The phone's clock orders the phone's events. The current time replaces one that is invalid or a day ahead. */
export function phoneTimeOrNow({ now }: Pick<CompanyWork, 'now'>, at: Date): Date {
  // For an invalid date the comparison is false, so the result is `now`.
  return at.getTime() <= now.getTime() + oneDayMs ? at : now
}
