import type { DeadLetter } from '@balcao/contract/reception'
import type { DeadLetterRow } from './dead-letters.queries'

/** The wire format of a dead letter, for answers and events. */
export function deadLetterView(row: DeadLetterRow): DeadLetter {
  return {
    id: row.id,
    connection: { id: row.connection_id, name: row.connection_name },
    from: row.from_name,
    heardAt: row.received_at.toISOString(),
    attempts: row.attempts,
    reason: row.dead_because,
  }
}
