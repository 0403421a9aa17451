import type { SetAsideEntry } from '@balcao/contract/reception'
import type { SetAsideRow } from './set-aside.queries'

/** An entry that was set aside as it stands on the wire, for answers and events alike. */
export function setAsideView(row: SetAsideRow): SetAsideEntry {
  return {
    id: row.id,
    connection: { id: row.connection_id, name: row.connection_name },
    from: row.from_name,
    heardAt: row.heard_at.toISOString(),
    attempts: row.attempts,
    reason: row.set_aside_because,
  }
}
