import { type QuickMessageChoice, quickMessageChoices } from '@balcao/contract/quick-messages'
import { reduceQuickMessage } from '@balcao/contract/record-reducers'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLive } from '../live'

/** The quick messages that this person may use: their own and the shared ones (QUICK-05). */
export const quickMessagesQuery = queryOptions({
  queryKey: ['quick-messages'],
  queryFn: ({ signal }): Promise<QuickMessageChoice[]> => call(quickMessageChoices, {}, { signal }),
})

/** Asked for when they are first wanted; from then on live. */
export function useQuickMessages(wanted: boolean) {
  return useQuery({ ...quickMessagesQuery, enabled: wanted })
}

/** Keeps the list true by the company's events. Once per tab, in the shell. */
export function useQuickMessageSubscription(): void {
  const queries = useQueryClient()
  useLive('quickMessage', (event) =>
    queries.setQueryData(quickMessagesQuery.queryKey, (list) => list && reduceQuickMessage(list, event)),
  )
}
