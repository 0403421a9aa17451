import type { LiveTag } from '@balcao/contract/live'
import { type TagView, tagChoices } from '@balcao/contract/tags'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLive } from '../live'
import { withoutRecord, withRecord } from './live-list'

/** Every tag of the company, by name: choosers and filters show the same list. */
export const tagsQuery = queryOptions({
  queryKey: ['tags', 'choices'],
  queryFn: ({ signal }): Promise<TagView[]> => call(tagChoices, {}, { signal }),
})

export function useTags(enabled = true) {
  return useQuery({ ...tagsQuery, enabled })
}

/** Keeps the list true by the company's events. Once per tab, in the shell. */
export function useTagNews(): void {
  const queries = useQueryClient()
  useLive('tag', (event) => queries.setQueryData(tagsQuery.queryKey, (list) => list && foldTag(list, event)))
}

export function foldTag(list: readonly TagView[], event: LiveTag): TagView[] {
  if (event.action === 'delete') return withoutRecord(list, event.tagId)
  const { id, name, color, kanban } = event.tags
  return withRecord(list, { id, name, color, kanban }).sort(byName)
}

export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name.localeCompare(other.name, 'pt-BR')
}
