import { limits } from '@balcao/domain/limits'
import type { CompanyWork } from '../../platform/work'
import { countFileLists, type FileListRow, fileListsPage } from './file-lists.queries'

type Read = Pick<CompanyWork, 'db'>

/** One page of the lists whose name contains the text. */
export async function listFileLists(
  { db }: Read,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ rows: FileListRow[]; count: number; hasMore: boolean }> {
  const words = searchParam.trim()
  const offset = (pageNumber - 1) * limits.listPage
  const [rows, { count }] = await Promise.all([
    db.rows(fileListsPage, { words, limit: limits.listPage, offset }),
    db.one(countFileLists, { words }),
  ])
  return { rows, count, hasMore: count > offset + rows.length }
}
