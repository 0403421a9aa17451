import { type JsonRows, toJsonRows } from '../../platform/database/insert-rows'
import type { Statement } from '../../platform/database/statement'
import type { MoveInBatch } from './piece'
import type { SourceRow } from './step'
import { textOf } from './values'

/** Records that a row moved without its user. A later pass, in which the user has moved, reads the row again. */
export function recordMissingUser(piece: MoveInBatch, kind: string, row: SourceRow, column = 'userId'): void {
  const userId = textOf(row, column)
  if (userId !== '' && piece.ref('user', userId) === null)
    piece.skip(kind, `${textOf(row, 'id')} ${userId}`, 'user-missing')
}

/** Returns a function that sets the user of rows that moved before their user. */
export function createLateUserAssigner(
  kind: string,
  statement: Statement<JsonRows, never>,
  column = 'userId',
) {
  return async (piece: MoveInBatch, rows: readonly SourceRow[]): Promise<void> => {
    const found = rows.flatMap((row) => {
      const userId = piece.ref('user', textOf(row, column))
      recordMissingUser(piece, kind, row, column)
      return userId === null ? [] : [{ id: piece.ref(kind, textOf(row, 'id')), user_id: userId }]
    })
    if (found.length > 0) await piece.work.db.run(statement, { rows: toJsonRows(found) })
  }
}
