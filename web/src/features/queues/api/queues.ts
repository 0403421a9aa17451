import { createQueue, deleteQueue, type QueueView, updateQueue } from '@balcao/contract/queues'
import type { IntegrationId, PromptId, QueueId } from '@balcao/domain/ids'
import type { OpeningHours } from '@balcao/domain/opening-hours'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { queuesQuery, reduceQueues } from '../../../lib/lists/queues'
import { showError } from '../../../ui/toasts'

export interface QueueFormValues {
  readonly name: string
  readonly color: string
  readonly greetingMessage: string
  readonly outOfHoursMessage: string
  /** The order number as typed; empty for none. */
  readonly orderQueue: string
  readonly schedules: readonly OpeningHours[]
  readonly promptId: PromptId | null
  readonly integrationId: IntegrationId | null
}

export function useSaveQueue(id: QueueId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ schedules, ...words }: QueueFormValues): Promise<QueueView> => {
      const body = { ...words, schedules: [...schedules] }
      return id === null ? call(createQueue, { body }) : call(updateQueue, { params: { queueId: id }, body })
    },
    onSuccess: (queue) =>
      queries.setQueryData(
        queuesQuery.queryKey,
        (list) => list && reduceQueues(list, { action: 'update', queue }),
      ),
  })
}

interface Deletion {
  readonly queueId: QueueId
  /** The queue that gets the unclosed tickets of the deleted queue; null leaves them without a queue. */
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
        (list) => list && reduceQueues(list, { action: 'delete', queueId }),
      ),
    onError: showError,
  })
}
