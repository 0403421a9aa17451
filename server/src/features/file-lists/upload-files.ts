import type { FileListId, FileListOptionId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { queueFileRemoval } from '../../platform/files/remove-files'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { fileListToChange } from './file-lists.access'
import {
  type FileListMedia,
  type FileListRow,
  insertFileListOptions,
  saveFileListChangeTime,
  saveFileListOptionFiles,
} from './file-lists.queries'
import { recordFileListChange } from './file-lists.verbs'

/** The form fields that the client sends beside the files; the n-th field belongs to the n-th file. */
interface Labels {
  readonly id: readonly (FileListOptionId | null | undefined)[]
  readonly name: readonly string[]
}

/** The n-th file replaces the file of the option with the n-th id; without an id it becomes a new option (FILE-07). */
export async function uploadFilesOfList(
  work: PersonWork,
  id: FileListId,
  files: readonly UploadedFile[],
  labels: Labels,
): Promise<FileListRow> {
  const list = await fileListToChange(work, id)
  if (files.length === 0) throw refuse('ERR_UPLOAD_EMPTY')
  const labelled = files.map((file, n) => ({
    media: mediaOf(file),
    optionId: labels.id[n] ?? null,
    name: labels.name[n] || file.fileName,
  }))

  const replaced = labelled.flatMap(({ optionId, media }) => (optionId === null ? [] : [{ optionId, media }]))
  await replaceFiles(work, list, replaced)
  const added = labelled.filter(({ optionId }) => optionId === null)
  await addFiles(work, list, added)
  await work.db.run(saveFileListChangeTime, { id, at: work.now })

  return recordFileListChange(work, id, 'update')
}

async function replaceFiles(
  work: PersonWork,
  list: FileListRow,
  replaced: readonly { readonly optionId: FileListOptionId; readonly media: FileListMedia }[],
): Promise<void> {
  if (replaced.length === 0) return
  const ids = replaced.map(({ optionId }) => optionId)
  const before = list.options.filter((option) => ids.includes(option.id))
  // A missing option means that an id belongs to another list or is given twice.
  if (before.length < replaced.length) throw refuse('ERR_NO_FILE_LIST_FOUND')
  await work.db.run(saveFileListOptionFiles, {
    id: list.id,
    ids,
    media: JSON.stringify(replaced.map(({ media }) => media)),
    at: work.now,
  })
  const keys = before.flatMap(({ media }) => media?.key ?? [])
  queueFileRemoval(work, keys)
}

async function addFiles(
  work: PersonWork,
  { id, options }: FileListRow,
  added: readonly { readonly name: string; readonly media: FileListMedia }[],
): Promise<void> {
  if (added.length === 0) return
  const { max } = limits.fileList.options
  if (options.length + added.length > max)
    throw refuse('ERR_TOO_MANY', { what: 'fileListOptions', limit: max })
  await work.db.run(insertFileListOptions, {
    id,
    names: added.map(({ name }) => name),
    places: added.map((_, n) => options.length + n),
    media: JSON.stringify(added.map(({ media }) => media)),
    at: work.now,
  })
}

function mediaOf({ key, fileName, mimetype, mediaType, sizeBytes }: UploadedFile): FileListMedia {
  return { key, fileName, mimetype, mediaType, sizeBytes }
}
