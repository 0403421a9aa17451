import * as calls from '@balcao/contract/move-ins'
import type { DataKeys } from '../../platform/encryption'
import type { Feature } from '../../platform/feature'
import { platformRoute } from '../../platform/http/route'
import { managedMoveIns } from './move-ins.queries'
import { readMoveInReport, readSkippedRows } from './move-ins.read'
import {
  createMoveIn,
  deleteMoveIn,
  requestMoveInRun,
  saveSourceOfMoveIn,
  stopMoveInRun,
} from './move-ins.verbs'
import { moveInView } from './move-ins.view'

/** The platform's owner orders imports of companies from other products; a timer of the worker process runs them. */
export function moveInsFeature({ dataKeys }: { readonly dataKeys: DataKeys }): Feature {
  return {
    name: 'move-ins',
    routes: [
      platformRoute(calls.listMoveIns, async ({ db }) => ({
        moveIns: (await db.rows(managedMoveIns)).map(moveInView),
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
      platformRoute(calls.listSkippedRows, (work, { params, query }) =>
        readSkippedRows(work, params.moveInId, query),
      ),
    ],
  }
}
