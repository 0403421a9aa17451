import * as calls from '@balcao/contract/file-lists'
import { readListPage } from '../../platform/database/list-page'
import type { Feature } from '../../platform/feature'
import { readRoute, route } from '../../platform/http/route'
import type { MediaLinkSigner } from '../../platform/media-links'
import { fileListToRead } from './file-lists.access'
import { fileListChanged } from './file-lists.events'
import { countFileLists, type FileListRow, fileListsPage } from './file-lists.queries'
import { createFileList, deleteFileList, updateFileList } from './file-lists.verbs'
import { fileListView, unsignedFileList } from './file-lists.view'
import { uploadFilesOfList } from './upload-files'

export function fileListsFeature({ links }: { links: MediaLinkSigner }): Feature {
  const view = (row: FileListRow) => fileListView(unsignedFileList(row), links)
  return {
    name: 'fileLists',
    routes: [
      readRoute(calls.listFileLists, async (work, { query }) => {
        const statements = { page: fileListsPage, count: countFileLists }
        const filter = { words: query.searchParam.trim() }
        const { rows, ...page } = await readListPage(work.db, statements, filter, query.pageNumber)
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
