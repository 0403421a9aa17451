import { createTag, deleteTag, listTags, updateTag, type WholeTagView } from '@balcao/contract/tags'
import type { TagId } from '@balcao/domain/ids'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLive } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const tagPagesKey = 'tag-pages'

/** Tags whose name holds the words, by name, page after page. */
export function useTagPages(search: string) {
  return useInfiniteQuery({
    queryKey: [tagPagesKey, search],
    queryFn: ({ pageParam, signal }) =>
      call(listTags, { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => ({
      records: withoutRepeats(pages.flatMap(({ tags }) => tags)),
      count: pages[0]?.count ?? 0,
    }),
  })
}

/** Fetches what is shown again when a tag changes anywhere. */
export function useTagPageSubscription(): void {
  const queries = useQueryClient()
  useLive('tag', () => void queries.invalidateQueries({ queryKey: [tagPagesKey] }))
}

export interface WrittenTag {
  readonly name: string
  readonly color: string
  /** Left out by who may not say it (TAG-04). */
  readonly kanban?: 0 | 1
}

/** Creates, or changes the tag of `id`. A new name that the company has already gives the tag that bears it (TAG-09). */
export function useSaveTag() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...written }: WrittenTag & { id: TagId | null }) =>
      id === null
        ? call(createTag, { body: written })
        : call(updateTag, { params: { tagId: id }, body: written }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [tagPagesKey] }),
    onError: showError,
  })
}

export function useDeleteTag() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (tagId: TagId) => call(deleteTag, { params: { tagId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [tagPagesKey] }),
    onError: showError,
  })
}

/** What came between two pages pushes the last one of the first to the second. */
function withoutRepeats(tags: readonly WholeTagView[]): WholeTagView[] {
  return [...new Map(tags.map((tag) => [tag.id, tag])).values()]
}
