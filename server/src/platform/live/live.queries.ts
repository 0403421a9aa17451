import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../database/statement'

export interface LiveEventRow {
  id: number
  company_id: number
  name: string
  payload: unknown
}

export const insertLiveEvents = statement<{ names: string[]; payloads: string[]; at: Date }, { id: number }>(
  'live.insertLiveEvents',
  `
  insert into live_events (company_id, name, payload, recorded_at)
  select current_company(), e.name, e.payload, :at
  from unnest(:names::text[], :payloads::jsonb[]) with ordinality as e (name, payload, position)
  order by e.position
  returning id
  `,
)

/** Records an event in each of these companies; null: in all active ones. */
export const insertLiveEventPerCompany = statement<
  { name: string; payload: string; at: Date; companyIds: CompanyId[] | null },
  Pick<LiveEventRow, 'id' | 'company_id'>
>(
  'live.recordEventIn',
  `
  insert into live_events (company_id, name, payload, recorded_at)
  select c.id, :name, :payload::jsonb, :at
  from companies c
  where c.is_active and (:companyIds::int[] is null or c.id = any (:companyIds::int[]))
  returning id, company_id
  `,
)

/** Events that a process recorded and did not deliver, because it ended. Delivered events are deleted. */
export const undeliveredLiveEvents = statement<{ before: Date; limit: number }, LiveEventRow>(
  'live.eventsLeftBehind',
  `
  select id, company_id, name, payload
  from live_events
  where recorded_at < :before
  order by id
  limit :limit
  `,
)

export const deleteLiveEvents = statement<{ companyIds: number[]; ids: number[] }>(
  'live.forgetEvents',
  `
  delete from live_events e
  using unnest(:companyIds::int[], :ids::bigint[]) as delivered (company_id, id)
  where e.company_id = delivered.company_id and e.id = delivered.id
  `,
)
