import type { LiveDeadLettersPayload } from '@balcao/contract/live'
import { type DeadLetter, listDeadLetters } from '@balcao/contract/reception'
import { hasPermission } from '@balcao/domain/permissions'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'
import { useViewer } from '../session'

export interface LoadedDeadLetterPage {
  readonly entries: DeadLetter[]
  readonly count: number
  readonly hasMore: boolean
}

export const deadLettersQuery = infiniteQueryOptions({
  queryKey: ['deadLetters'],
  queryFn: ({ pageParam, signal }): Promise<LoadedDeadLetterPage> =>
    call(listDeadLetters, { query: { pageNumber: pageParam } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
})

export function useDeadLetters() {
  const mayMend = hasPermission(useViewer(), 'connections-page:actionButtons')
  return useInfiniteQuery({
    ...deadLettersQuery,
    enabled: mayMend,
    select: ({ pages }) => ({
      // Entries may shift between the fetches of two pages. The map removes duplicates.
      entries: [...new Map(pages.flatMap(({ entries }) => entries.map((one) => [one.id, one]))).values()],
      count: pages[0]?.count ?? 0,
    }),
  })
}

/** Applies live events to the list of dead letters (inbound events that failed for good). Mount once per tab. */
export function useDeadLetterSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('inboundEvents', (event) => {
    const { queryKey } = deadLettersQuery
    queries.setQueryData(queryKey, (data) => data && { ...data, pages: reduceDeadLetters(data.pages, event) })
    // The answer of a running fetch may include this change, and would then count it twice: fetches again.
    if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey })
  })
}

/**
 * Applies an event to the loaded pages. Changes the total in each; a new entry joins the last page, if that is loaded.
 */
export function reduceDeadLetters(
  pages: readonly LoadedDeadLetterPage[],
  event: LiveDeadLettersPayload,
): LoadedDeadLetterPage[] {
  if (event.action === 'clear')
    return pages.map((page) => ({ ...page, entries: [], count: 0, hasMore: false }))
  const entryId = event.action === 'create' ? event.entry.id : event.entryId
  const isKnown = pages.some(({ entries }) => entries.some(({ id }) => id === entryId))
  if (event.action === 'delete') {
    return pages.map((page) => ({
      ...page,
      entries: page.entries.filter(({ id }) => id !== entryId),
      // Also subtracts an entry that is on no loaded page, if some pages are not loaded.
      count: isKnown || (pages.at(-1)?.hasMore ?? false) ? Math.max(0, page.count - 1) : page.count,
    }))
  }
  if (isKnown) return [...pages]
  return pages.map((page, at) => ({
    ...page,
    count: page.count + 1,
    entries: at === pages.length - 1 && !page.hasMore ? [...page.entries, event.entry] : page.entries,
  }))
}
