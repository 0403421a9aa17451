import {
  deleteMovedIds,
  deleteSkipsOfRows,
  movedRowsExceptSourceIds,
} from '../../features/move-ins/move-ins.queries'
import { deletePrivateQuickMessages } from '../../features/quick-messages/quick-messages.verbs'
import { returnMovedTicketsToPending } from '../../features/tickets/move-in.queries'
import {
  lockUntouchedMovedUsers,
  removeMovedUsers,
  removeObsoleteQueuesOfMovedUsers,
  updateMovedUsers,
} from '../../features/users/move-in.queries'
import { toJsonRows } from '../../platform/database/insert-rows'
import { isForeignHash } from '../../platform/password-hash'
import type { MoveInBatch } from './piece'
import type { MoveInStep, SourceRow, StepContext } from './step'
import { textOf } from './values'

// A moved user follows the source until somebody here changes the user, or the user signs in.

interface UserFacts {
  readonly name: string
  readonly passwordHash: string
  readonly profile: 'admin' | 'user'
  readonly allTicket: boolean
}

/** Updates users who moved in an earlier pass. An empty name changes nothing. */
export function createUserUpdater(factsOf: (row: SourceRow) => UserFacts) {
  return async (piece: MoveInBatch, rows: readonly SourceRow[]): Promise<void> => {
    const changed = rows.map((row) => {
      const { name, passwordHash, profile, allTicket } = factsOf(row)
      const isReadable = isForeignHash(passwordHash)
      if (isReadable) piece.settle('user', textOf(row, 'id'), 'password-not-readable')
      return {
        ...{ id: piece.ref('user', textOf(row, 'id')), name, profile, all_ticket: allTicket },
        password_hash: isReadable ? passwordHash : null,
      }
    })
    await piece.work.db.run(updateMovedUsers, { rows: toJsonRows(changed) })
  }
}

/** Removes moved users whose ids `sql` no longer reads in the source. Their live tickets become pending. */
export function createGoneUserRemover(sql: string): NonNullable<MoveInStep['begin']> {
  return async ({ source, sourceId, act }: StepContext) => {
    const present = await source.rows<{ id: string }>(sql, [sourceId])
    if (present.length === 0) return // a source without users is being restored, so no user is removed
    await act(async ({ work }) => {
      const sourceIds = present.map(({ id }) => id)
      const gone = await work.db.rows(movedRowsExceptSourceIds, { kind: 'user', sourceIds })
      const found = await work.db.rows(lockUntouchedMovedUsers, { ids: gone.map((one) => one.target_id) })
      const ids = found.map(({ id }) => id)
      if (ids.length === 0) return
      await work.db.run(returnMovedTicketsToPending, { userIds: ids })
      for (const userId of ids) await deletePrivateQuickMessages(work, { userId })
      await work.db.run(removeMovedUsers, { ids })
      await work.db.run(deleteMovedIds, { kind: 'user', targetIds: ids })
      const removed = gone.filter((one) => ids.some((id) => id === one.target_id))
      const kinds = removed.map(() => 'user')
      await work.db.run(deleteSkipsOfRows, { kinds, sourceIds: removed.map((one) => one.source_id) })
    })
  }
}

/** Takes queues from moved users who have lost them in the source. `sql` reads the remaining pairs. */
export function createGoneQueueRemover(sql: string): NonNullable<MoveInStep['begin']> {
  return async ({ source, sourceId, act }: StepContext) => {
    const pairs = await source.rows<{ user_id: string; queue_id: string }>(sql, [sourceId])
    await act(({ work }) =>
      work.db.run(removeObsoleteQueuesOfMovedUsers, {
        userIds: pairs.map(({ user_id }) => user_id),
        queueIds: pairs.map(({ queue_id }) => queue_id),
      }),
    )
  }
}
