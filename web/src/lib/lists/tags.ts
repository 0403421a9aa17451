import { reduceTag } from '@balcao/contract/record-reducers'
import { type KeptTagView, tagChoices } from '@balcao/contract/tags'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLive } from '../live'

/** Every tag of the company, by name: choosers and filters show the same list. */
export const tagsQuery = queryOptions({
  queryKey: ['tags', 'choices'],
  queryFn: ({ signal }): Promise<KeptTagView[]> => call(tagChoices, {}, { signal }),
})

export function useTags(enabled = true) {
  return useQuery({ ...tagsQuery, enabled })
}

/** Keeps the list true by the company's events. Once per tab, in the shell. */
export function useTagSubscription(): void {
  const queries = useQueryClient()
  useLive('tag', (event) =>
    queries.setQueryData(tagsQuery.queryKey, (list) => list && reduceTag(list, event)),
  )
}
