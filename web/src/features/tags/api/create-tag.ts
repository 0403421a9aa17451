import { reduceTag } from '@balcao/contract/record-reducers'
import { createTag } from '@balcao/contract/tags'
import { limits } from '@balcao/domain/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { tagsQuery } from '../../../lib/lists/tags'
import { showError } from '../../../ui/toasts'

/** A tag by its name alone: default colour, no lane of the board (CONVO-25). A known name gives the tag that bears it. */
export function useCreateTag() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      call(createTag, { body: { name, color: limits.tagName.colour, kanban: 0 } }),
    onSuccess: (tags) =>
      client.setQueryData(tagsQuery.queryKey, (list) => list && reduceTag(list, { action: 'create', tags })),
    onError: showError,
  })
}
