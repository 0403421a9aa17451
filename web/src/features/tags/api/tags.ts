import { reduceTags } from '@balcao/contract/record-reducers'
import { createTag, deleteTag, listTags, updateTag } from '@balcao/contract/tags'
import { replaceTicketTags } from '@balcao/contract/ticket-tags'
import type { TicketView } from '@balcao/contract/tickets'
import type { TagId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../lib/call'
import { tagsQuery } from '../../../lib/lists/tags'
import { useLiveEvent } from '../../../lib/live'
import { numberedPageQueryOptions, recordsOfPages } from '../../../ui/numbered-pages'
import { showError } from '../../../ui/toasts'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'

const tagPagesKey = 'tag-pages'

export function useTagPages(search: string) {
  return useInfiniteQuery({
    queryKey: [tagPagesKey, search],
    queryFn: ({ pageParam, signal }) =>
      call(listTags, { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    ...numberedPageQueryOptions,
    select: ({ pages }) => recordsOfPages(pages, ({ tags }) => tags),
  })
}

export function useTagPageSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('tag', () => void queries.invalidateQueries({ queryKey: [tagPagesKey] }))
}

interface WrittenTag {
  readonly name: string
  readonly color: string
  /** 1 for a lane of the kanban board. Undefined for users who may not change this (TAG-04). */
  readonly kanban?: 0 | 1
}

/** Saves a tag. If a new tag's name exists already, the server returns the existing tag (TAG-09). */
export function useSaveTag() {
  return useRefetchingMutation([tagPagesKey], ({ id, ...body }: WrittenTag & { id: TagId | null }) =>
    id === null ? call(createTag, { body }) : call(updateTag, { params: { tagId: id }, body }),
  )
}

export function useDeleteTag() {
  return useRefetchingMutation([tagPagesKey], (tagId: TagId) => call(deleteTag, { params: { tagId } }))
}

/** Creates a tag with the default colour, and not as a kanban lane (CONVO-25). */
export function useCreateTag() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      call(createTag, { body: { name, color: limits.tagName.colour, kanban: 0 } }),
    onSuccess: (tags) =>
      client.setQueryData(tagsQuery.queryKey, (list) => list && reduceTags(list, { action: 'create', tags })),
    onError: showError,
  })
}

export type TicketTag = TicketView['tags'][number]

/** Changes a ticket's tags. Each call sends the whole list, after the previous call, so the last wins (CONVO-24). */
export function useTicketTags(ticket: TicketView, onChanged: (ticket: TicketView) => void) {
  const [wanted, setWanted] = useState<readonly TicketTag[] | null>(null)
  const turns = useRef(0)
  const sync = useMutation({
    scope: { id: `tags of ticket ${ticket.id}` },
    mutationFn: (tags: readonly TicketTag[]) =>
      call(replaceTicketTags, { body: { ticketId: ticket.id, tags: tags.map(({ id }) => id) } }),
    onSuccess: onChanged,
    onError: showError,
  })

  async function change(tags: readonly TicketTag[]): Promise<void> {
    turns.current += 1
    const turn = turns.current
    setWanted(tags)
    try {
      await sync.mutateAsync(tags)
    } catch {
      // The mutation has already shown the error; the ticket's own tags show again.
    } finally {
      if (turn === turns.current) setWanted(null)
    }
  }
  return { tags: wanted ?? ticket.tags, change }
}
