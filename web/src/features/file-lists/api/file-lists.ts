import {
  createFileList,
  deleteFileList,
  type FileListView,
  listFileLists,
  updateFileList,
  uploadFileListFiles,
} from '@balcao/contract/file-lists'
import type { FileListId, FileListOptionId } from '@balcao/domain/ids'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, upload } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const fileListsKey = 'file-lists'

export function useFileLists(search: string) {
  return useInfiniteQuery({
    queryKey: [fileListsKey, search],
    queryFn: ({ pageParam, signal }) =>
      call(listFileLists, { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => ({
      records: withoutRepeats(pages.flatMap(({ files }) => files)),
      count: pages[0]?.count ?? 0,
    }),
  })
}

export function useFileListSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('fileList', () => void queries.invalidateQueries({ queryKey: [fileListsKey] }))
}

export interface FileListInput {
  readonly name: string
  readonly message: string
  readonly options: readonly { readonly id: FileListOptionId; readonly name: string }[]
}

export function useSaveFileList() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...written }: FileListInput & { id: FileListId | null }) => {
      const body = { ...written, options: [...written.options] }
      return id === null
        ? call(createFileList, { body })
        : call(updateFileList, { params: { fileListId: id }, body })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [fileListsKey] }),
    onError: showError,
  })
}

export function uploadListFile(
  fileListId: FileListId,
  { file, name }: { readonly file: File; readonly name: string },
  options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
): Promise<FileListView> {
  const body = { typeArch: 'fileList', name: [name] }
  return upload(uploadFileListFiles, { params: { fileListId }, body }, [file], options)
}

export function useDeleteFileList() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (fileListId: FileListId) => call(deleteFileList, { params: { fileListId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [fileListsKey] }),
    onError: showError,
  })
}

/**
 * Removes duplicates: a list that is created between two page fetches shifts the rows, so two pages may
 * contain the same row.
 */
function withoutRepeats(lists: readonly FileListView[]): FileListView[] {
  return [...new Map(lists.map((list) => [list.id, list])).values()]
}
