import {
  deleteMovedIds,
  deleteSkipsOfRows,
  movedRowsExceptSourceIds,
} from '../../features/move-ins/move-ins.queries'
import { deletePrivateQuickMessages } from '../../features/quick-messages/quick-messages.verbs'
import { returnMovedTicketsToPending } from '../../features/tickets/move-in.queries'
import {
  insertMovedUsers,
  lockUntouchedMovedUsers,
  removeMovedUsers,
  removeObsoleteQueuesOfMovedUsers,
  updateMovedUsers,
} from '../../features/users/move-in.queries'
import { toJsonRows } from '../../platform/database/insert-rows'
import { isImportedPasswordHash } from '../../platform/password-hash'
import type { MoveInBatch } from './piece'
import { createRowStep, type MoveInStep, type RowReadingSpec, type SourceRow, type StepContext } from './step'
import { isSwitchedOn, textOf, timestampsOf } from './values'

interface UserFacts {
  readonly passwordHash: string
  readonly profile: 'admin' | 'user'
  readonly allTicket: boolean
}

/** Moves users. A repeated pass copies the source's changes, until the user signs in or is changed here. */
export function createUserStep(spec: {
  readonly reading: RowReadingSpec
  readonly factsOf: (row: SourceRow) => UserFacts
  /** The source's column with the id under which the operator's answers may give the user a new e-mail. */
  readonly answerColumn: string
  /** SQL that reads the ids of all users that the source still has. */
  readonly presentSql: string
}): MoveInStep {
  const answerTo = (row: SourceRow, { mapping }: StepContext) =>
    mapping.emails[textOf(row, spec.answerColumn)]
  const emailOf = (row: SourceRow, context: StepContext) => {
    const answer = answerTo(row, context)
    return (answer === undefined ? textOf(row, 'email') : (answer ?? '')).trim().toLowerCase()
  }
  return createRowStep({
    name: 'users',
    kind: 'user',
    reading: spec.reading,
    target: 'users',
    insert: insertMovedUsers,
    refs: (row) => [['connection', textOf(row, 'whatsappId')]],
    begin: (context) => removeGoneUsers(context, spec.presentSql),
    prepare: (context, rows) =>
      context.takenEmails(rows.map((row) => emailOf(row, context)).filter((email) => email !== '')),
    known: (piece, rows) => updateUsers(piece, rows, spec.factsOf),
    row(row, { piece, context, prepared }) {
      const taken = prepared as Set<string>
      const id = textOf(row, 'id')
      const email = emailOf(row, context)
      if (email === '') return answerTo(row, context) === null ? 'left-out' : 'email-missing'
      if (taken.has(email)) return 'email-taken'
      taken.add(email)
      if (isSwitchedOn(row.super)) piece.skip('user', id, 'super-not-given')
      const { passwordHash: hash, profile, allTicket } = spec.factsOf(row)
      if (!isImportedPasswordHash(hash)) piece.skip('user', id, 'password-not-readable')
      const { created_at } = timestampsOf(row, piece)
      return {
        name: textOf(row, 'name').trim() || email,
        email,
        password_hash: isImportedPasswordHash(hash) ? hash : context.unusableHash,
        profile,
        all_ticket: allTicket,
        default_connection_id: piece.ref('connection', textOf(row, 'whatsappId')),
        ...{ created_at, updated_at: created_at }, // `users.updateMoved` compares these times
      }
    },
  })
}

/** Updates users who moved in an earlier pass. An empty name in the source keeps the name here. */
async function updateUsers(
  piece: MoveInBatch,
  rows: readonly SourceRow[],
  factsOf: (row: SourceRow) => UserFacts,
): Promise<void> {
  const changed = rows.map((row) => {
    const id = textOf(row, 'id')
    const { passwordHash, profile, allTicket } = factsOf(row)
    const isReadable = isImportedPasswordHash(passwordHash)
    if (isReadable) piece.settle('user', id, 'password-not-readable')
    return {
      ...{ id: piece.ref('user', id), name: textOf(row, 'name').trim(), profile, all_ticket: allTicket },
      password_hash: isReadable ? passwordHash : null,
    }
  })
  await piece.work.db.run(updateMovedUsers, { rows: toJsonRows(changed) })
}

/** Removes moved users whose ids `sql` no longer reads in the source. Their live tickets become pending. */
async function removeGoneUsers({ source, sourceId, act }: StepContext, sql: string): Promise<void> {
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

/** Removes queues from moved users. `sql` reads the pairs of user and queue that the source still has. */
export function createObsoleteUserQueueRemover(sql: string): NonNullable<MoveInStep['begin']> {
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
