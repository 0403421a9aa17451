import type { CompanyWork } from '../../../platform/work'

const oneDayMs = 24 * 3_600_000

/**
 * The time that the phone reported, because it orders the phone's events; the current time if the reported one is
 * invalid or more than a day ahead.
 */
export function phoneTimeOrNow({ now }: Pick<CompanyWork, 'now'>, at: Date): Date {
  // For an invalid date the comparison is false, so the result is `now`.
  return at.getTime() <= now.getTime() + oneDayMs ? at : now
}
