import type { TestApp } from '../../../testing/test-app'

type Counts = readonly Record<string, unknown>[]

const places = 'company_id, status, queue_id, user_id, is_unread'

/** The counts of all companies by the counter deltas, and by counting the tickets. */
export async function summedAndCounted({ rows }: Pick<TestApp, 'rows'>): Promise<[Counts, Counts]> {
  const summed = await rows(
    `select ${places}, sum(tickets)::int as tickets from ticket_counter_deltas
     group by ${places} having sum(tickets) <> 0 order by ${places}`,
  )
  const counted = await rows(
    `select ${places}, count(*)::int as tickets from (select *, unread > 0 as is_unread from tickets) t
     group by ${places} order by ${places}`,
  )
  return [summed, counted]
}

const closedPlaces = 'company_id, day, queue_id'

/** The closed tickets of each day and queue, by their deltas and by counting the tickets. */
export async function closedSummedAndCounted({ rows }: Pick<TestApp, 'rows'>): Promise<[Counts, Counts]> {
  const summed = await rows(
    `select ${closedPlaces}, sum(tickets)::int as tickets from closed_ticket_deltas
     group by ${closedPlaces} having sum(tickets) <> 0 order by ${closedPlaces}`,
  )
  const counted = await rows(
    `select ${closedPlaces}, count(*)::int as tickets
     from (select *, (last_at at time zone 'UTC')::date as day from tickets where status = 'closed') t
     group by ${closedPlaces} order by ${closedPlaces}`,
  )
  return [summed, counted]
}
