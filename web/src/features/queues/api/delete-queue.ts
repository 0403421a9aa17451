import { deleteQueue } from '@balcao/contract/queues'
import type { QueueId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { queuesQuery, reduceQueue } from '../../../lib/lists/queues'
import { showError } from '../../../ui/toasts'

interface Deletion {
  readonly queueId: QueueId
  /** The queue that gets the live tickets; null leaves them without one. */
  readonly moveTo: QueueId | null
}

export function useDeleteQueue() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ queueId, moveTo }: Deletion) =>
      call(deleteQueue, { params: { queueId }, query: moveTo === null ? {} : { moveTo } }),
    onSuccess: (_, { queueId }) =>
      queries.setQueryData(
        queuesQuery.queryKey,
        (list) => list && reduceQueue(list, { action: 'delete', queueId }),
      ),
    onError: showError,
  })
}
