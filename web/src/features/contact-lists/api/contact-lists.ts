import {
  type ContactListImportResult,
  type ContactListView,
  createContactList,
  deleteContactList,
  fillContactListFromTag,
  getContactList,
  listContactLists,
  recheckContactListNumbers,
  updateContactList,
  uploadContactList,
} from '@balcao/contract/contact-lists'
import type { ContactListId, TagId } from '@balcao/domain/ids'
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callWithFiles } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const key = 'contact-lists'
interface ListsPage {
  readonly records: ContactListView[]
  readonly count: number
  readonly hasMore: boolean
}

export function useContactLists(search: string) {
  const queries = useQueryClient()
  useLiveEvent('contactList', (event) => {
    if (event.action !== 'update') return void queries.invalidateQueries({ queryKey: [key, 'pages'] })
    // A renamed list keeps its place until a refetch sorts it.
    const reduced = ({ records, ...page }: ListsPage) => ({
      ...page,
      records: records.map((list) => (list.id === event.record.id ? event.record : list)),
    })
    queries.setQueriesData<InfiniteData<ListsPage, number>>(
      { queryKey: [key, 'pages'] },
      (data) => data && { ...data, pages: data.pages.map(reduced) },
    )
  })
  return useInfiniteQuery({
    queryKey: [key, 'pages', search.trim()],
    queryFn: ({ pageParam, signal }) =>
      call(listContactLists, { query: { searchParam: search.trim(), pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => ({
      lists: [...new Map(pages.flatMap(({ records }) => records).map((list) => [list.id, list])).values()],
      count: pages.at(-1)?.count ?? 0,
    }),
    staleTime: 0,
  })
}

export function useContactList(id: ContactListId) {
  const queries = useQueryClient()
  useLiveEvent('contactList', (event) => {
    if (event.action === 'delete' && event.id === id)
      return void queries.invalidateQueries({ queryKey: [key, 'one', id] })
    if (event.action === 'update' && event.record.id === id)
      queries.setQueryData([key, 'one', id], event.record)
  })
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => call(getContactList, { params: { contactListId: id } }, { signal }),
    staleTime: 0,
    retry: false,
  })
}

export function useSaveContactList(id: ContactListId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string }) =>
      id === null
        ? call(createContactList, { body })
        : call(updateContactList, { params: { contactListId: id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [key] }),
    onError: showError,
  })
}

export function useContactListMutations() {
  const queries = useQueryClient()
  const renews = { onSuccess: () => queries.invalidateQueries({ queryKey: [key] }), onError: showError }
  const remove = useMutation({
    mutationFn: (contactListId: ContactListId) => call(deleteContactList, { params: { contactListId } }),
    ...renews,
  })
  const check = useMutation({
    mutationFn: (contactListId: ContactListId) =>
      call(recheckContactListNumbers, { params: { contactListId } }),
    onSuccess: (list) => {
      queries.setQueryData([key, 'one', list.id], list)
      return queries.invalidateQueries({ queryKey: [key, 'pages'] })
    },
    onError: showError,
  })
  const fillFromTag = useMutation({
    mutationFn: ({ id, tagId }: { id: ContactListId; tagId: TagId }) =>
      call(fillContactListFromTag, { params: { contactListId: id }, body: { tagId } }),
    ...renews,
  })
  return { remove, check, fillFromTag }
}

export async function importSpreadsheetIntoList(
  contactListId: ContactListId,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ContactListImportResult> {
  const input = { params: { contactListId }, body: { report: true } } as const
  const report = await callWithFiles(uploadContactList, input, [file], { onProgress, signal })
  if (Array.isArray(report)) throw new Error('expected a report')
  return report
}
