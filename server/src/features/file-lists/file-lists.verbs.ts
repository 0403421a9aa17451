import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type * as calls from '@balcao/contract/file-lists'
import type { FileListId } from '@balcao/domain/ids'
import { queueFileRemoval } from '../../platform/files/remove-files'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { fileListToChange, fileListToRead } from './file-lists.access'
import { fileListChanged } from './file-lists.events'
import { fileListDeleting } from './file-lists.hooks'
import {
  type FileListRow,
  fileListByName,
  insertFileList,
  insertFileListOptions,
  removeFileList,
  removeOtherFileListOptions,
  renameFileListOptions,
  saveFileList,
} from './file-lists.queries'
import { unsignedFileList } from './file-lists.view'

type FileListForm = ParsedInputOf<typeof calls.createFileList>['body']
type FileListChange = ParsedInputOf<typeof calls.updateFileList>['body']

/** Creates a file list. Ignores ids of options in the form, because a copied list sends the ids of its original. */
export async function createFileList(work: PersonWork, form: FileListForm): Promise<FileListRow> {
  const created = await work.db.row(insertFileList, {
    name: form.name,
    message: form.message,
    userId: work.actor.userId,
    at: work.now,
  })
  if (created === null) throw refuse('ERR_RATING_NAME_ALREADY_EXISTS')
  const added = form.options.map(({ name }, place) => ({ name, place }))
  await addOptionsOfForm(work, created.id, added)
  return recordFileListChange(work, created.id, 'create')
}

export async function updateFileList(
  work: PersonWork,
  id: FileListId,
  change: FileListChange,
): Promise<FileListRow> {
  const before = await fileListToChange(work, id)
  const name = change.name ?? before.name
  const namesake = await work.db.row(fileListByName, { name })
  if (namesake !== null && namesake.id !== id) throw refuse('ERR_RATING_NAME_ALREADY_EXISTS')

  await work.db.run(saveFileList, { id, name, message: change.message ?? before.message, at: work.now })
  if (change.options !== undefined) await saveOptions(work, before, change.options)

  return recordFileListChange(work, id, 'update')
}

export async function deleteFileList(work: PersonWork, id: FileListId): Promise<void> {
  const before = await fileListToChange(work, id)
  await work.runHook(fileListDeleting, { listId: id })

  await work.db.run(removeFileList, { id })
  removeFilesOf(work, before)
  await recordAudit(work, { act: 'fileList.deleted', subject: { id, name: before.name } })
  work.record(fileListChanged, { action: 'delete', fileListId: id })
}

export async function recordFileListChange(
  work: CompanyWork,
  id: FileListId,
  action: 'create' | 'update',
): Promise<FileListRow> {
  const row = await fileListToRead(work, id)
  work.record(fileListChanged, { action, list: unsignedFileList(row) })
  return row
}

/** Options with an id of the list keep their files, omitted ones are deleted, and options without an id are new. */
async function saveOptions(
  work: PersonWork,
  before: FileListRow,
  written: FileListForm['options'],
): Promise<void> {
  const known = new Set(before.options.map(({ id }) => id))
  const placed = written.map(({ id, name }, place) => ({ id: id ?? null, name, place }))
  const kept = placed.flatMap(({ id, ...rest }) => (id !== null && known.has(id) ? [{ id, ...rest }] : []))
  const keptIds = kept.map(({ id }) => id)
  if (placed.some(({ id }) => id !== null && !known.has(id)) || new Set(keptIds).size < kept.length)
    throw refuse('ERR_NO_FILE_LIST_FOUND')

  await work.db.run(removeOtherFileListOptions, { id: before.id, kept: keptIds })
  await work.db.run(renameFileListOptions, {
    id: before.id,
    ids: keptIds,
    names: kept.map(({ name }) => name),
    places: kept.map(({ place }) => place),
    at: work.now,
  })
  const added = placed.filter(({ id }) => id === null)
  await addOptionsOfForm(work, before.id, added)
  removeFilesOf(work, { options: before.options.filter(({ id }) => !keptIds.includes(id)) })
}

async function addOptionsOfForm(
  { db, now }: Pick<CompanyWork, 'db' | 'now'>,
  id: FileListId,
  added: readonly { readonly name: string; readonly place: number }[],
): Promise<void> {
  if (added.length === 0) return
  const media = JSON.stringify(added.map(() => null))
  const [names, places] = [added.map(({ name }) => name), added.map(({ place }) => place)]
  await db.run(insertFileListOptions, { id, names, places, media, at: now })
}

function removeFilesOf(work: CompanyWork, { options }: Pick<FileListRow, 'options'>): void {
  const keys = options.flatMap(({ media }) => media?.key ?? [])
  queueFileRemoval(work, keys)
}
