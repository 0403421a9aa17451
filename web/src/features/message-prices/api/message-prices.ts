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
  useQuery,
} from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { numberedPageQueryOptions, recordsOfPages } from '../../../ui/numbered-pages'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'

const pricesKey = 'message-prices'

export interface MessagePriceFilter {
  readonly category: string | null
  readonly country: string | null
}

export function useMessagePrices({ category, country }: MessagePriceFilter) {
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
      ...numberedPageQueryOptions,
      select: ({ pages }) => recordsOfPages(pages, ({ records }) => records),
      refetchOnMount: 'always', // no event tells of another session's change
    }),
    placeholderData: keepPreviousData,
  })
}

export function useSavePrice(id: MessagePriceId | null) {
  return useRefetchingMutation(
    [pricesKey],
    (body: MessagePriceForm): Promise<MessagePriceView> =>
      id === null
        ? call(createMessagePrice, { body })
        : call(updateMessagePrice, { params: { messagePriceId: id }, body }),
  )
}

export function useDeletePrice() {
  return useRefetchingMutation([pricesKey], (id: MessagePriceId) =>
    call(deleteMessagePrice, { params: { messagePriceId: id } }),
  )
}

export function useImportPrices() {
  return useRefetchingMutation([pricesKey], (body: MessagePriceImport) => call(importMessagePrices, { body }))
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
