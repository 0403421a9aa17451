import type { FileListId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { type FileListRow, fileListById, lockFileList } from './file-lists.queries'

/** Loads a file list. Every user of the company may read it (SHELL-20). */
export async function fileListToRead({ db }: Pick<CompanyWork, 'db'>, id: FileListId): Promise<FileListRow> {
  return rowOrRefuse(await db.row(fileListById, { id }), 'ERR_NO_FILE_LIST_FOUND')
}

/** Locks a file list to change it. The route admits admins only (PERM-16). */
export async function fileListToChange(work: Pick<CompanyWork, 'db'>, id: FileListId): Promise<FileListRow> {
  if ((await work.db.row(lockFileList, { id })) === null) throw refuse('ERR_NO_FILE_LIST_FOUND')
  return fileListToRead(work, id)
}
