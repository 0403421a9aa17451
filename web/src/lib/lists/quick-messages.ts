import { listQuickMessageChoices, type QuickMessageSuggestion } from '@balcao/contract/quick-messages'
import { reduceQuickMessages } from '@balcao/contract/record-reducers'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'

/** The quick messages that this user may use: their own and the shared ones (QUICK-05). */
export const quickMessagesQuery = queryOptions({
  queryKey: ['quick-messages'],
  queryFn: ({ signal }): Promise<QuickMessageSuggestion[]> => call(listQuickMessageChoices, {}, { signal }),
})

export function useQuickMessages(wanted: boolean) {
  return useQuery({ ...quickMessagesQuery, enabled: wanted })
}

/** Applies the company's events to the list of quick messages. Mount once per tab. */
export function useQuickMessageSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('quickMessage', (event) =>
    queries.setQueryData(quickMessagesQuery.queryKey, (list) => list && reduceQuickMessages(list, event)),
  )
}
