import type { MoveInView } from '@balcao/contract/move-ins'
import type { ManagedMoveInRow } from './move-ins.queries'

/** The wire view of a move, without the source's address, which contains a password. */
export function moveInView(row: ManagedMoveInRow): MoveInView {
  const { id, name, product, state, folder, failure, progress, look, mapping, companies, closed } = row
  return {
    ...{ id, name, product, state, folder, failure, progress, mapping, companies, closed },
    // A process of a former version stored a look with fewer parts.
    look: look !== null && 'versions' in look ? look : null,
    order: row.ordered,
    isStopping: row.is_stopping,
    hasAddress: row.has_address,
    startedAt: row.started_at.toISOString(),
    switchedAt: row.switched_at?.toISOString() ?? null,
  }
}
