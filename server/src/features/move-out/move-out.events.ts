import { type LiveMoveOutPayload, liveChannel } from '@balcao/contract/live'
import { hasPermission } from '@balcao/domain/permissions'
import { eventKind } from '../../platform/live/event-kind'
import type { MoveOutRow } from './move-out.queries'

/** An export of the company progressed or ended. The event carries no links; clients fetch them. */
export const moveOutChanged = eventKind<Pick<MoveOutRow, 'state' | 'total' | 'done'>>({
  name: 'moveOut.changed',
  audience: ({ state, total, done }, { viewer }) =>
    hasPermission(viewer, 'company.moveOut') && viewer.isSupport !== true
      ? {
          channel: liveChannel.moveOut(viewer.companyId),
          payload: { action: 'update', state, total, done } satisfies LiveMoveOutPayload,
        }
      : null,
})
