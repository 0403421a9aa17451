import type { MoveInDecisions, MoveInForm } from '@balcao/contract/move-ins'
import type { MoveInId } from '@balcao/domain/ids'
import type { MoveInAction } from '@balcao/domain/move-ins'
import { type DataKeys, decryptText, encryptText } from '../../platform/encryption'
import { refuse } from '../../platform/refusal'
import type { PlatformWork } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { moveInToChange } from './move-ins.access'
import {
  clearMoveInSource,
  deleteMoveInRow,
  insertMoveIn,
  type ManagedMoveInRow,
  requestMoveInStop,
  saveMoveInSource,
  saveRequestedMoveInAction,
} from './move-ins.queries'

export async function createMoveIn(
  work: PlatformWork,
  dataKeys: DataKeys,
  { name, address, folder }: MoveInForm,
): Promise<ManagedMoveInRow> {
  const sealed = encryptText(dataKeys, address, contextOf(name))
  const row = await work.db.row(insertMoveIn, { name, address: sealed, folder, at: work.now })
  if (row === null) throw refuse('ERR_MOVE_IN_NAME_TAKEN')
  await recordPlatformAudit(work, { act: 'moveIn.created', subject: { id: row.id, name } })
  return moveInToChange(work, row.id)
}

export async function saveSourceOfMoveIn(
  work: PlatformWork,
  dataKeys: DataKeys,
  id: MoveInId,
  { address, folder }: Omit<MoveInForm, 'name'>,
): Promise<ManagedMoveInRow> {
  const { name } = await idleMoveIn(work, id)
  await work.db.run(saveMoveInSource, {
    id,
    address: encryptText(dataKeys, address, contextOf(name)),
    folder,
  })
  await recordPlatformAudit(work, { act: 'moveIn.sourceChanged', subject: { id, name } })
  return moveInToChange(work, id)
}

export function decryptSourceAddress(
  dataKeys: DataKeys,
  { name, address }: { readonly name: string; readonly address: string },
): string {
  return decryptText(dataKeys, address, contextOf(name))
}

function contextOf(name: string): string {
  return `move_ins.address/${name}`
}

export async function requestMoveInRun(
  work: PlatformWork,
  id: MoveInId,
  { act, mapping }: { readonly act: MoveInAction; readonly mapping?: MoveInDecisions | undefined },
): Promise<ManagedMoveInRow> {
  const row = await idleMoveIn(work, id)
  const isReady =
    act === 'switch'
      ? row.state === 'done'
      : row.has_address && (act === 'look' || (mapping ?? row.mapping) !== null)
  if (!isReady) throw refuse('ERR_MOVE_IN_NOT_READY')
  const answers = act === 'run' && mapping !== undefined ? JSON.stringify(mapping) : null
  await work.db.run(saveRequestedMoveInAction, { id, ordered: act, mapping: answers })
  await recordPlatformAudit(work, {
    act: 'moveIn.ordered',
    subject: { id, name: row.name },
    detail: { value: act },
  })
  return moveInToChange(work, id)
}

/** Asks the worker to stop the import after its current batch. A repeated call changes nothing. */
export async function stopMoveInRun(work: PlatformWork, id: MoveInId): Promise<ManagedMoveInRow> {
  const row = await moveInToChange(work, id)
  if (row.ordered === null || row.is_stopping) return row
  await work.db.run(requestMoveInStop, { id })
  await recordPlatformAudit(work, { act: 'moveIn.stopped', subject: { id, name: row.name } })
  return moveInToChange(work, id)
}

/** Deletes an import. Once it has created companies, its row stays, because it identifies their source. */
export async function deleteMoveIn(work: PlatformWork, id: MoveInId): Promise<void> {
  const { name, companies } = await idleMoveIn(work, id)
  await work.db.run(companies === 0 ? deleteMoveInRow : clearMoveInSource, { id })
  await recordPlatformAudit(work, { act: 'moveIn.deleted', subject: { id, name } })
}

async function idleMoveIn(work: PlatformWork, id: MoveInId): Promise<ManagedMoveInRow> {
  const row = await moveInToChange(work, id)
  if (row.switched_at !== null || row.ordered !== null) throw refuse('ERR_MOVE_IN_NOT_READY')
  return row
}
