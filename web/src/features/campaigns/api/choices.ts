import { contactListChoices } from '@balcao/contract/contact-lists'
import { type FileListView, listFileLists } from '@balcao/contract/file-lists'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'

/** CAMP-16. */
export function useContactListChoices() {
  return useQuery({
    queryKey: ['contact-lists', 'choices'],
    queryFn: ({ signal }) => call(contactListChoices, {}, { signal }),
    staleTime: 0,
  })
}

/** Who has more file lists than this finds the others by putting them to the front of the alphabet. */
const mostPages = 25

/** Every file list by name: the list comes by page only (CAMP-16). */
export function useFileListChoices() {
  return useQuery({
    queryKey: ['file-lists', 'choices'],
    queryFn: async ({ signal }) => {
      const found: FileListView[] = []
      for (let pageNumber = 1; pageNumber <= mostPages; pageNumber++) {
        const { files, hasMore } = await call(listFileLists, { query: { pageNumber } }, { signal })
        found.push(...files)
        if (!hasMore) break
      }
      return found
    },
    staleTime: 0,
  })
}
