import type { CompanyWork } from '../../platform/work'

const oneDayMs = 24 * 3_600_000

/** What a phone's clock said. It orders what that phone did; one that is more than a day ahead says nothing. */
export function receivedAt({ now }: Pick<CompanyWork, 'now'>, at: Date): Date {
  return at.getTime() <= now.getTime() + oneDayMs ? at : now // an instant that is none is not smaller either
}
