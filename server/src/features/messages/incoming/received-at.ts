import type { CompanyWork } from '../../../platform/work'

const oneDayMs = 24 * 3_600_000

/**
 * Returns the time of a phone's clock, which orders what the phone sent. A clock that is more than a day
 * ahead is ignored.
 */
export function phoneTimeOrNow({ now }: Pick<CompanyWork, 'now'>, at: Date): Date {
  return at.getTime() <= now.getTime() + oneDayMs ? at : now // An invalid date compares as false.
}
