import type { LiveQueuePayload } from '@balcao/contract/live'
import { listQueues, type QueueView } from '@balcao/contract/queues'
import { listWithoutRecord, listWithRecord } from '@balcao/contract/record-reducers'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'

/** Every queue of the company, in its order. */
export const queuesQuery = queryOptions({
  queryKey: ['queues'],
  queryFn: ({ signal }): Promise<QueueView[]> => call(listQueues, {}, { signal }),
})

export function useQueues() {
  return useQuery(queuesQuery)
}

/** Applies the company's events to the list of queues. Mount once per tab. */
export function useQueueSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('queue', (event) =>
    queries.setQueryData(queuesQuery.queryKey, (list) => list && reduceQueues(list, event)),
  )
}

export function reduceQueues(list: readonly QueueView[], event: LiveQueuePayload): QueueView[] {
  if (event.action === 'delete') return listWithoutRecord(list, event.queueId)
  return listWithRecord(list, event.queue).sort(inOrder)
}

/** Sorts queues as the bot's menu does: by order number; queues without one come last, oldest first. */
function inOrder(a: QueueView, b: QueueView): number {
  const last = Number.MAX_SAFE_INTEGER
  return (a.orderQueue ?? last) - (b.orderQueue ?? last) || a.id - b.id
}
