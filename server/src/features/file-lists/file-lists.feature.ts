import * as calls from '@balcao/contract/file-lists'
import { limits } from '@balcao/domain/limits'
import type { Feature } from '../../platform/feature'
import { readRoute, route } from '../../platform/http/route'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { CompanyWork } from '../../platform/work'
import { fileListToRead } from './file-lists.access'
import { fileListChanged } from './file-lists.events'
import { countFileLists, type FileListRow, fileListsPage } from './file-lists.queries'
import { createFileList, deleteFileList, updateFileList } from './file-lists.verbs'
import { fileListView, unsignedFileList } from './file-lists.view'
import { uploadFilesOfList } from './upload-files'

type Read = Pick<CompanyWork, 'db'>

export function fileListsFeature({ links }: { links: MediaLinkSigner }): Feature {
  const view = (row: FileListRow) => fileListView(unsignedFileList(row), links)
  return {
    name: 'fileLists',
    routes: [
      readRoute(calls.listFileLists, async (work, { query }) => {
        const { rows, ...page } = await listFileLists(work, query)
        return { files: rows.map(view), ...page }
      }),
      readRoute(calls.getFileList, async (work, { params }) =>
        view(await fileListToRead(work, params.fileListId)),
      ),
      route(calls.createFileList, async (work, { body }) => view(await createFileList(work, body))),
      route(calls.updateFileList, async (work, { params, body }) =>
        view(await updateFileList(work, params.fileListId, body)),
      ),
      route(calls.deleteFileList, async (work, { params }) => {
        await deleteFileList(work, params.fileListId)
        return { message: 'file list deleted' }
      }),
      route(calls.uploadFileListFiles, async (work, { params, files, body }) => ({
        ...view(await uploadFilesOfList(work, params.fileListId, files, body)),
        mensagem: 'Arquivos atualizados',
      })),
    ],
    events: [fileListChanged],
  }
}

async function listFileLists(
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
