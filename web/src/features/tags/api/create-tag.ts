import { reduceTag } from '@balcao/contract/record-reducers'
import { createTag } from '@balcao/contract/tags'
import { limits } from '@balcao/domain/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { tagsQuery } from '../../../lib/lists/tags'
import { showError } from '../../../ui/toasts'

/** Creates a tag with the default colour and without a lane (CONVO-25). A known name answers the existing tag. */
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
