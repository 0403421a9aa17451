import {
  createMessagePrice,
  deleteMessagePrice,
  importMessagePrices,
  listMessagePrices,
  type MessagePriceForm,
  type MessagePriceImport,
  type MessagePriceView,
  readMessageCosts,
  updateMessagePrice,
} from '@balcao/contract/message-prices'
import type { ConnectionId, MessagePriceId } from '@balcao/domain/ids'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

const pricesKey = 'message-prices'

export interface PriceFilter {
  readonly category: string | null
  readonly country: string | null
}

export function useMessagePrices({ category, country }: PriceFilter) {
  return useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: [pricesKey, category, country],
      queryFn: ({ pageParam, signal }) =>
        call(
          listMessagePrices,
          {
            query: {
              pageNumber: pageParam,
              ...(category !== null && { category }),
              ...(country !== null && { country }),
            },
          },
          { signal },
        ),
      initialPageParam: 1,
      getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
      select: ({ pages }) => ({
        records: withoutRepeats(pages.flatMap(({ records }) => records)),
        count: pages[0]?.count ?? 0,
      }),
      refetchOnMount: 'always', // no event tells of another session's change
    }),
    placeholderData: keepPreviousData,
  })
}

/**
 * Removes duplicates: a price that is added between two page fetches shifts the rows, so two pages may
 * contain the same row.
 */
function withoutRepeats(prices: readonly MessagePriceView[]): MessagePriceView[] {
  return [...new Map(prices.map((price) => [price.id, price])).values()]
}

export function useSavePrice(id: MessagePriceId | null) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (body: MessagePriceForm): Promise<MessagePriceView> =>
      id === null
        ? call(createMessagePrice, { body })
        : call(updateMessagePrice, { params: { messagePriceId: id }, body }),
    onSuccess: refetch,
    onError: showError,
  })
}

export function useDeletePrice() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (id: MessagePriceId) => call(deleteMessagePrice, { params: { messagePriceId: id } }),
    onSuccess: refetch,
    onError: showError,
  })
}

export function useImportPrices() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (body: MessagePriceImport) => call(importMessagePrices, { body }),
    onSuccess: refetch,
    onError: showError,
  })
}

function useRefetch() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [pricesKey] })
}

/** The charged messages of a month with their costs; `month` is `2026-11`. */
export function useMessageCosts(connectionId: ConnectionId, month: string) {
  return useQuery(
    queryOptions({
      queryKey: ['message-costs', connectionId, month],
      queryFn: ({ signal }) =>
        call(readMessageCosts, { params: { connectionId }, query: { month } }, { signal }),
      refetchOnMount: 'always', // charges and prices come without an event
    }),
  )
}
