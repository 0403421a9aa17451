import type { CompanyId, MoveInId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { PlatformWork } from '../../platform/work'
import {
  companyWithUnfinishedMoveIn,
  lockMoveIn,
  type ManagedMoveInRow,
  moveInById,
} from './move-ins.queries'

export async function moveInToChange({ db }: PlatformWork, id: MoveInId): Promise<ManagedMoveInRow> {
  return rowOrRefuse(await db.row(lockMoveIn, { id }), 'ERR_NO_MOVE_IN_FOUND')
}

export async function refuseUnknownMoveIn({ db }: PlatformWork, id: MoveInId): Promise<void> {
  if ((await db.row(moveInById, { id })) === null) throw refuse('ERR_NO_MOVE_IN_FOUND')
}

/** Refuses while the company's import is unfinished, because only the cutover may activate the company. */
export async function refuseUnfinishedMoveIn(work: PlatformWork, companyId: CompanyId): Promise<void> {
  if (await hasUnfinishedMoveIn(work, companyId)) throw refuse('ERR_MOVE_IN_NOT_READY')
}

export async function hasUnfinishedMoveIn({ db }: PlatformWork, companyId: CompanyId): Promise<boolean> {
  return (await db.row(companyWithUnfinishedMoveIn, { companyId })) !== null
}
