import { createTag, deleteTag, listTags, updateTag, type WholeTagView } from '@balcao/contract/tags'
import type { TagId } from '@balcao/domain/ids'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLive } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const tagPagesKey = 'tag-pages'

/** Tags whose name contains the text, by name, page by page. */
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

/** Refetches the shown tags when any tag changes. */
export function useTagPageSubscription(): void {
  const queries = useQueryClient()
  useLive('tag', () => void queries.invalidateQueries({ queryKey: [tagPagesKey] }))
}

export interface WrittenTag {
  readonly name: string
  readonly color: string
  /** Undefined without the permission (TAG-04). */
  readonly kanban?: 0 | 1
}

/** Creates a tag, or changes the tag `id`. A name that exists already answers its tag (TAG-09). */
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

/** One that is created between two fetches moves the last row of one page to the next. */
function withoutRepeats(tags: readonly WholeTagView[]): WholeTagView[] {
  return [...new Map(tags.map((tag) => [tag.id, tag])).values()]
}
