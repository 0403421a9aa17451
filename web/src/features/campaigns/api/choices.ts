import { listContactListChoices } from '@balcao/contract/contact-lists'
import { type FileListView, getFileList, listFileLists } from '@balcao/contract/file-lists'
import { listTags } from '@balcao/contract/tags'
import type { FileListId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useUser } from '../../../lib/session'
import { useDebounced } from '../../../lib/timers'

export function useContactListChoices() {
  return useQuery({
    queryKey: ['contact-lists', 'choices'],
    queryFn: ({ signal }) => call(listContactListChoices, {}, { signal }),
    staleTime: 0,
  })
}

/**
 * The tags that a campaign can choose its contacts by. The specification requires `companyId` here, which
 * returns all tags in one answer without pages (TAG-12).
 */
export function useTagChoices() {
  const { companyId } = useUser()
  return useQuery({
    queryKey: ['tags', 'of-company', companyId],
    queryFn: async ({ signal }) =>
      (await call(listTags, { query: { companyId: String(companyId) } }, { signal })).tags,
    staleTime: 0,
  })
}

const emptyList: readonly FileListView[] = []

export function useFileListChoices(text: string) {
  const searchParam = useDebounced(text.trim(), limits.searchDebounce)
  const { data, isFetching } = useQuery({
    queryKey: ['file-lists', 'choices', searchParam],
    queryFn: async ({ signal }) => (await call(listFileLists, { query: { searchParam } }, { signal })).files,
    staleTime: 0,
  })
  return { lists: data ?? emptyList, isSearching: isFetching }
}

export function useFileList(fileListId: FileListId | null) {
  return useQuery({
    queryKey: ['file-lists', 'one', fileListId],
    queryFn: ({ signal }) =>
      fileListId === null ? null : call(getFileList, { params: { fileListId } }, { signal }),
    staleTime: 0,
  })
}
