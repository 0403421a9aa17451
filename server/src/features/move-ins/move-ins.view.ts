import type { MoveInView } from '@balcao/contract/move-ins'
import type { ManagedMoveInRow } from './move-ins.queries'

/** The wire format of an import, without the source's address, which contains a password. */
export function moveInView(row: ManagedMoveInRow): MoveInView {
  const { id, name, product, state, folder, failure, progress, look, mapping, companies, closed } = row
  return {
    ...{ id, name, product, state, folder, failure, progress, mapping, companies, closed },
    // A scan result (look) that an older version stored lacks `versions` and is not shown.
    look: look !== null && 'versions' in look ? look : null,
    order: row.ordered,
    isStopping: row.is_stopping,
    hasAddress: row.has_address,
    startedAt: row.started_at.toISOString(),
    switchedAt: row.switched_at?.toISOString() ?? null,
  }
}
