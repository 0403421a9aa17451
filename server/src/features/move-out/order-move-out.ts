import { z } from 'zod'
import { queueFileRemoval } from '../../platform/files/remove-files'
import { type JobKind, jobKind } from '../../platform/jobs'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { moveOutChanged } from './move-out.events'
import {
  deleteMoveOut,
  deleteMoveOutsOfCompany,
  insertMoveOut,
  lockMoveOut,
  type MoveOutRow,
  moveOutOfCompany,
} from './move-out.queries'
import { expireMoveOutTask, writeMoveOutTask } from './write-move-out'

const dayMs = 86_400_000

/** Requests an export, or returns one that is running. A company may request one successful export a day. */
export async function requestMoveOut(work: PersonWork): Promise<MoveOutRow> {
  const before = await work.db.row(lockMoveOut)
  if (before?.state === 'running') return before
  if (before?.state === 'done' && work.now.getTime() - before.created_at.getTime() < dayMs)
    throw refuse('ERR_MOVE_OUT_TODAY')
  await deleteMoveOutZips(work)
  const ordered = await work.db.row(insertMoveOut, { userId: work.actor.userId, at: work.now })
  if (ordered === null) return work.db.one(moveOutOfCompany)

  work.enqueue({ task: writeMoveOutTask, payload: { moveOutId: ordered.id } })
  work.record(moveOutChanged, ordered)
  await recordAudit(work, { act: 'company.dataExported' })
  return ordered
}

/** The company's export. Null: none was requested, or it has expired. */
export async function readCurrentMoveOut(work: Pick<CompanyWork, 'db' | 'now'>): Promise<MoveOutRow | null> {
  const found = await work.db.row(moveOutOfCompany)
  return found?.expires_at != null && found.expires_at <= work.now ? null : found
}

/** Deletes all exports: a new one replaces them, or they contain a contact that was erased. A running job ends. */
export async function deleteMoveOutZips(work: CompanyWork): Promise<void> {
  removeFiles(work, await work.db.rows(deleteMoveOutsOfCompany))
}

function removeFiles(work: CompanyWork, deleted: readonly { file_keys: string[] }[]): void {
  const keys = deleted.flatMap(({ file_keys }) => file_keys)
  queueFileRemoval(work, keys)
}

/** Deletes the zips seven days after they were written. */
export const expireMoveOutJob: JobKind = jobKind({
  task: expireMoveOutTask,
  payload: z.object({ moveOutId: z.number().int() }),
  carryOut: ({ act }, { moveOutId: id }) =>
    act(async (work) => removeFiles(work, await work.db.rows(deleteMoveOut, { id }))),
})
