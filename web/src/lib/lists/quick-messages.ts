import { listQuickMessageChoices, type QuickMessageChoice } from '@balcao/contract/quick-messages'
import { reduceQuickMessage } from '@balcao/contract/record-reducers'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLive } from '../live'

/** The quick messages that this user may use: their own and the shared ones (QUICK-05). */
export const quickMessagesQuery = queryOptions({
  queryKey: ['quick-messages'],
  queryFn: ({ signal }): Promise<QuickMessageChoice[]> => call(listQuickMessageChoices, {}, { signal }),
})

/** Fetched on the first use; live from then on. */
export function useQuickMessages(wanted: boolean) {
  return useQuery({ ...quickMessagesQuery, enabled: wanted })
}

/** Applies the company's events to the list. Once per tab, in the shell. */
export function useQuickMessageSubscription(): void {
  const queries = useQueryClient()
  useLive('quickMessage', (event) =>
    queries.setQueryData(quickMessagesQuery.queryKey, (list) => list && reduceQuickMessage(list, event)),
  )
}
