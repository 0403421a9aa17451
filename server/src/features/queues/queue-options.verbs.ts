import type { QueueOptionForm, QueueOptionUpdateForm, QueueOptionView } from '@balcao/contract/queue-options'
import type { QueueId, QueueOptionId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import {
  type OptionPosition,
  optionInsertionPlan,
  optionMoveRefusal,
  optionsChangedByDeletion,
  optionsChangedByMove,
} from '@balcao/domain/queue-options'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import {
  insertQueueOption,
  lockMenuOfOption,
  lockMenuOfQueue,
  moveQueueOptions,
  optionsOfQueue,
  type QueueOptionRow,
  removeQueueOption,
  saveQueueOption,
} from './queue-options.queries'
import { queueOptionView } from './queue-options.view'
import { queueOptionsChanged } from './queues.events'

/** Adds an option to the menu of a queue and renumbers the siblings after it (QUEUE-21). */
export async function createQueueOption(work: CompanyWork, form: QueueOptionForm): Promise<QueueOptionView> {
  const { queueId, parentId, title, message } = form
  const menu = await menuToChange(work, queueId)
  const places = menu.map(bodyPositionOf)
  const { count: limit } = limits.queueOptions
  if (menu.length >= limit) throw refuse('ERR_TOO_MANY', { what: 'queueOptions', limit })
  refuseWrongParent(places, null, parentId)
  const { option, moved } = optionInsertionPlan(places, parentId, form.option)

  await place(work, moved)
  const row = await work.db.one(insertQueueOption, {
    queueId,
    parentId,
    option,
    title,
    message,
    at: work.now,
  })

  work.record(queueOptionsChanged, { queueId })
  return queueOptionView([], row)
}

/** Changes the named fields of an option. Moving it also moves the options below it (QUEUE-22). */
export async function updateQueueOption(
  work: CompanyWork,
  id: QueueOptionId,
  change: QueueOptionUpdateForm,
): Promise<QueueOptionView> {
  const { queueId, menu, row } = await optionToChange(work, id)
  const places = menu.map(bodyPositionOf)
  const parentId = change.parentId === undefined ? row.parent_id : change.parentId
  const stays = parentId === row.parent_id && (change.option ?? row.option) === row.option
  refuseWrongParent(places, id, parentId)

  await work.db.run(saveQueueOption, {
    id,
    title: change.title ?? row.title,
    message: change.message ?? row.message,
    at: work.now,
  })
  if (!stays) await place(work, optionsChangedByMove(places, id, { parentId, option: change.option ?? null }))

  work.record(queueOptionsChanged, { queueId })
  return optionAfterChange(work, queueId, id)
}

/** Deletes an option with the options below it and renumbers the siblings after it (QUEUE-23). */
export async function deleteQueueOption(work: CompanyWork, id: QueueOptionId): Promise<void> {
  const { queueId, menu, row } = await optionToChange(work, id)

  await work.db.run(removeQueueOption, { id })
  await place(work, optionsChangedByDeletion(menu.map(bodyPositionOf), id))
  await recordAudit(work, { act: 'queueOption.deleted', subject: { id, name: row.title } })

  work.record(queueOptionsChanged, { queueId })
}

async function menuToChange({ db }: CompanyWork, queueId: QueueId): Promise<QueueOptionRow[]> {
  if ((await db.row(lockMenuOfQueue, { queueId })) === null) throw refuse('ERR_QUEUE_NOT_FOUND')
  return db.rows(optionsOfQueue, { queueId })
}

/** Loads an option after the lock on the menu, because it may have been deleted during the wait for the lock. */
async function optionToChange({ db }: CompanyWork, id: QueueOptionId) {
  const queue = rowOrRefuse(await db.row(lockMenuOfOption, { id }), 'ERR_NO_QUEUE_OPTION_FOUND')
  const menu = await db.rows(optionsOfQueue, { queueId: queue.id })
  const row = menu.find((one) => one.id === id)
  if (row === undefined) throw refuse('ERR_NO_QUEUE_OPTION_FOUND')
  return { queueId: queue.id, menu, row }
}

function refuseWrongParent(
  places: readonly OptionPosition[],
  id: QueueOptionId | null,
  parentId: QueueOptionId | null,
): void {
  if (parentId !== null && !places.some((one) => one.id === parentId))
    throw refuse('ERR_NO_QUEUE_OPTION_FOUND')
  switch (optionMoveRefusal(places, id, parentId)) {
    case 'into-itself':
      throw refuse('ERR_VALIDATION', { field: 'parentId' })
    case 'too-deep':
      throw refuse('ERR_TOO_MANY', { what: 'queueOptionLevels', limit: limits.queueOptions.depth })
    case null:
      return
  }
}

async function place({ db }: CompanyWork, moved: readonly OptionPosition[]): Promise<void> {
  if (moved.length === 0) return
  await db.run(moveQueueOptions, {
    ids: moved.map(({ id }) => id),
    parentIds: moved.map(({ parentId }) => parentId),
    options: moved.map(({ option }) => option),
  })
}

async function optionAfterChange(
  { db }: CompanyWork,
  queueId: QueueId,
  id: QueueOptionId,
): Promise<QueueOptionView> {
  const rows = await db.rows(optionsOfQueue, { queueId })
  const row = rows.find((one) => one.id === id)
  if (row === undefined) throw new Error(`Option ${id} vanished while its menu was locked`)
  return queueOptionView(rows, row)
}

function bodyPositionOf({ id, parent_id, option }: QueueOptionRow): OptionPosition {
  return { id, parentId: parent_id, option }
}
