import type { RecordableEventKind } from '../../platform/live/event-kind'
import type { PlatformWork } from '../../platform/work'
import { companiesOfSuperUsers } from './plans.queries'

/** Records the event in each company that has a super user. The event's `audience` must exclude all other users. */
export async function recordEventForSuperUsers<Facts>(
  work: PlatformWork,
  kind: RecordableEventKind<Facts>,
  facts: Facts,
): Promise<void> {
  const companies = await work.db.rows(companiesOfSuperUsers)
  if (companies.length === 0) return
  work.recordIn(
    companies.map(({ company_id }) => company_id),
    kind,
    facts,
  )
}
