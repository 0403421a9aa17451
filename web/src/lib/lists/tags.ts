import { reduceTags } from '@balcao/contract/record-reducers'
import { listTagChoices, type TimestampedTagView } from '@balcao/contract/tags'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'

/** Every tag of the company, by name. */
export const tagsQuery = queryOptions({
  queryKey: ['tags', 'choices'],
  queryFn: ({ signal }): Promise<TimestampedTagView[]> => call(listTagChoices, {}, { signal }),
})

export function useTags(enabled = true) {
  return useQuery({ ...tagsQuery, enabled })
}

/** Applies the company's events to the list of tags. Mount once per tab. */
export function useTagSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('tag', (event) =>
    queries.setQueryData(tagsQuery.queryKey, (list) => list && reduceTags(list, event)),
  )
}
