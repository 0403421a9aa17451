import {
  createFileList,
  deleteFileList,
  type FileListView,
  listFileLists,
  updateFileList,
  uploadFileListFiles,
} from '@balcao/contract/file-lists'
import type { FileListId, FileListOptionId } from '@balcao/domain/ids'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call, callWithFiles } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { numberedPageQueryOptions, recordsOfPages } from '../../../ui/numbered-pages'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'

const fileListsKey = 'file-lists'

export function useFileLists(search: string) {
  return useInfiniteQuery({
    queryKey: [fileListsKey, search],
    queryFn: ({ pageParam, signal }) =>
      call(listFileLists, { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    ...numberedPageQueryOptions,
    select: ({ pages }) => recordsOfPages(pages, ({ files }) => files),
  })
}

export function useFileListSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('fileList', () => void queries.invalidateQueries({ queryKey: [fileListsKey] }))
}

interface FileListInput {
  readonly name: string
  readonly message: string
  readonly options: readonly { readonly id: FileListOptionId; readonly name: string }[]
}

export function useSaveFileList() {
  return useRefetchingMutation(
    [fileListsKey],
    ({ id, ...written }: FileListInput & { id: FileListId | null }) => {
      const body = { ...written, options: [...written.options] }
      return id === null
        ? call(createFileList, { body })
        : call(updateFileList, { params: { fileListId: id }, body })
    },
  )
}

export function uploadListFile(
  fileListId: FileListId,
  { file, name }: { readonly file: File; readonly name: string },
  options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
): Promise<FileListView> {
  const body = { typeArch: 'fileList', name: [name] }
  return callWithFiles(uploadFileListFiles, { params: { fileListId }, body }, [file], options)
}

export function useDeleteFileList() {
  return useRefetchingMutation([fileListsKey], (fileListId: FileListId) =>
    call(deleteFileList, { params: { fileListId } }),
  )
}
