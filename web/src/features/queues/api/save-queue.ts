import { createQueue, type QueueView, updateQueue } from '@balcao/contract/queues'
import type { QueueId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { foldQueue, queuesQuery } from '../../../lib/lists/queues'

export interface QueueValues {
  readonly name: string
  readonly color: string
  readonly greetingMessage: string
  /** As typed; empty is none. */
  readonly orderQueue: string
}

/** Creates, or changes the queue of `id`. */
export function useSaveQueue(id: QueueId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: QueueValues): Promise<QueueView> =>
      id === null ? call(createQueue, { body }) : call(updateQueue, { params: { queueId: id }, body }),
    onSuccess: (queue) =>
      queries.setQueryData(
        queuesQuery.queryKey,
        (list) => list && foldQueue(list, { action: 'update', queue }),
      ),
  })
}
