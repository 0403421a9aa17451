import type { TestApp } from '../../../testing/test-app'

interface ContactCount {
  readonly company_id: number
  readonly day: string
  readonly created: number
  readonly listed: number
}

/** The counts by day of every company: the sums of the counter deltas, and a count of the contacts. */
export async function keptAndCounted({
  rows,
}: Pick<TestApp, 'rows'>): Promise<{ readonly kept: ContactCount[]; readonly counted: ContactCount[] }> {
  const kept = await rows<ContactCount>(
    `select company_id, day::text, sum(created)::int as created, sum(listed)::int as listed from contact_counter_deltas
     group by company_id, day having sum(created) <> 0 or sum(listed) <> 0 order by company_id, day`,
  )
  const counted = await rows<ContactCount>(
    `select company_id, ((created_at at time zone 'UTC')::date)::text as day, count(*)::int as created,
       (count(*) filter (where removed_at is null))::int as listed
     from contacts group by company_id, day order by company_id, day`,
  )
  return { kept, counted }
}
