import * as calls from '@balcao/contract/move-ins'
import type { DataKeys } from '../../platform/encryption'
import type { Feature } from '../../platform/feature'
import { platformRoute } from '../../platform/http/route'
import { type ManagedMoveInRow, moveInsForPlatformOwner } from './move-ins.queries'
import { readMoveInReport, readSkippedRows } from './move-ins.read'
import {
  createMoveIn,
  deleteMoveIn,
  requestMoveInRun,
  saveSourceOfMoveIn,
  stopMoveInRun,
} from './move-ins.verbs'

/** Imports companies from other products. The platform's owner requests an import; a worker process runs it. */
export function moveInsFeature({ dataKeys }: { readonly dataKeys: DataKeys }): Feature {
  return {
    name: 'move-ins',
    routes: [
      platformRoute(calls.listMoveIns, async ({ db }) => ({
        moveIns: (await db.rows(moveInsForPlatformOwner)).map(moveInView),
      })),
      platformRoute(calls.createMoveIn, async (work, { body }) =>
        moveInView(await createMoveIn(work, dataKeys, body)),
      ),
      platformRoute(calls.changeMoveInSource, async (work, { params, body }) =>
        moveInView(await saveSourceOfMoveIn(work, dataKeys, params.moveInId, body)),
      ),
      platformRoute(calls.orderMoveIn, async (work, { params, body }) =>
        moveInView(await requestMoveInRun(work, params.moveInId, body)),
      ),
      platformRoute(calls.stopMoveIn, async (work, { params }) =>
        moveInView(await stopMoveInRun(work, params.moveInId)),
      ),
      platformRoute(calls.deleteMoveIn, async (work, { params }) => {
        await deleteMoveIn(work, params.moveInId)
        return { message: 'move deleted' }
      }),
      platformRoute(calls.getMoveInReport, (work, { params }) => readMoveInReport(work, params.moveInId)),
      platformRoute(calls.listMoveInSkippedRows, (work, { params, query }) =>
        readSkippedRows(work, params.moveInId, query),
      ),
    ],
  }
}

/** The wire format of an import. Leaves out the source's address, which contains a password. */
function moveInView(row: ManagedMoveInRow): calls.MoveInView {
  const { id, name, product, state, folder, failure, progress, look, mapping, companies, closed } = row
  return {
    ...{ id, name, product, state, folder, failure, progress, mapping, companies, closed },
    // An older version stored scan results without `versions`, which pages can't show.
    look: look !== null && 'versions' in look ? look : null,
    order: row.ordered,
    isStopping: row.is_stopping,
    hasAddress: row.has_address,
    startedAt: row.started_at.toISOString(),
    switchedAt: row.switched_at?.toISOString() ?? null,
  }
}
